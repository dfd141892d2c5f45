import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { IdempotencyKey } from '@tocsin/contract/api/idempotency-key.ts'
import { Media, MediaUrls } from '@tocsin/contract/api/media.ts'
import { incidentFilesMaximum } from '@tocsin/contract/limits.ts'
import { ref, Uuid } from '@tocsin/contract/scalars.ts'
import type { FastifySchemaCompiler } from 'fastify'
import Type, { type TSchema } from 'typebox'
import { keyHeaders, runOnce, markReplay } from '../http/idempotency/request.ts'
import { responses } from '../http/problems/responses.ts'
import { acceptMultipart } from '../http/bodies/multipart/read-parts.ts'
import { ajv } from '../http/problems/validation.ts'
import { attachMedia } from './attach.ts'
import { deleteMedia } from './delete.ts'
import { findAttachedMedia } from './find.ts'
import type { MediaService } from './service.ts'
import { readUpload } from './upload/read-upload.ts'
import { mediaUrlsFor } from './download/urls.ts'

const tags = ['Media']

const addressDescription =
  'The addresses need no key. They are valid for 15 minutes, even if the incident or comment is deleted in the meantime. ' +
  'They support `Range` requests and always send the file as an attachment. An altered or expired address returns 403 ' +
  '`download_url_refused`; a range beyond the end of the file returns 416 without a body. If the operator stores files in ' +
  'S3, the addresses lead to the store, which sends its own responses.'

export const mediaRoutes =
  ({ storage, thumbnails }: MediaService): FastifyPluginAsyncTypebox =>
  async (app) => {
    await app.register(uploadRoutes({ storage, thumbnails }))

    app.delete(
      '/incidents/:id/media/:mediaId',
      {
        config: { scope: 'write' },
        schema: {
          operationId: 'delete-incident-media',
          summary: 'Delete a file of an incident',
          description:
            'No read returns the file after that; download addresses that were issued before stay valid until they ' +
            'expire. Deleting the file again returns 404.',
          tags,
          params: Type.Object({ id: Uuid, mediaId: Uuid }),
          headers: keyHeaders,
          response: responses(
            { 204: Type.Null({ description: 'The file is deleted.' }) },
            [400, 401, 404, 500],
            ['idempotency_key_reused', 'incident_not_found', 'media_not_found'],
          ),
        },
      },
      async (request, reply) => {
        const { id: incidentId, mediaId } = request.params
        await runOnce(
          request,
          reply,
          mediaId,
          { run: (inner) => deleteMedia(inner, incidentId, mediaId), replay: async () => undefined },
          { incidentId },
        )
        return reply.code(204).send(null)
      },
    )

    app.get(
      '/download/incidents/:incidentId/media/:mediaId/urls',
      {
        config: { scope: 'read' },
        schema: {
          operationId: 'get-incident-media-download-url',
          summary: 'Get the download addresses of a file on an incident',
          description: addressDescription,
          tags,
          params: Type.Object({ incidentId: Uuid, mediaId: Uuid }),
          response: responses({ 200: ref(MediaUrls) }, [400, 401, 404, 500], ['incident_not_found', 'media_not_found']),
        },
      },
      async (request) => {
        const { incidentId, mediaId } = request.params
        const media = await findAttachedMedia(request.scope, { incidentId }, mediaId)
        return mediaUrlsFor(request, storage)(media)
      },
    )

    app.get(
      '/download/comments/:commentId/media/:mediaId/urls',
      {
        config: { scope: 'read', isSpecified: true },
        schema: {
          operationId: 'get-comment-media-download-url',
          summary: 'Get the download addresses of a file on a comment',
          description: addressDescription,
          tags,
          params: Type.Object({ commentId: Uuid, mediaId: Uuid }),
          response: responses({ 200: ref(MediaUrls) }, [400, 401, 404, 500], ['comment_not_found', 'media_not_found']),
        },
      },
      async (request) => {
        const { commentId, mediaId } = request.params
        const media = await findAttachedMedia(request.scope, { commentId }, mediaId)
        return mediaUrlsFor(request, storage)(media)
      },
    )
  }

const UploadKey = Type.String({
  ...IdempotencyKey,
  description: 'Chosen once per file and repeated on every retry: 1 to 255 visible ASCII characters.',
  examples: ['gateway-17/snapshot-20481'],
})

/**
 * Validates all parts of a request except the body. `readUpload` checks the body; the body's schema is only
 * documentation.
 */
const exceptBody: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  httpPart === 'body' ? () => true : ajv.compile(schema)

/**
 * Upload operation. It is a separate plugin, because it accepts multipart bodies and the other operations accept JSON.
 */
const uploadRoutes =
  ({ storage, thumbnails }: MediaService): FastifyPluginAsyncTypebox =>
  async (app) => {
    acceptMultipart(app)

    app.post(
      '/incidents/:id/media',
      {
        config: { scope: 'write' },
        validatorCompiler: exceptBody,
        schema: {
          operationId: 'attach-incident-media',
          summary: 'Attach a file to an incident',
          description:
            'The body is one file part named `file` and nothing else. An incident can have ' +
            `${incidentFilesMaximum.toLocaleString('en')} files. The content type is detected from the content. An ` +
            'image (JPEG, PNG, WebP, GIF or TIFF up to 64 megapixels, AVIF up to 17) gets a thumbnail. The response waits ' +
            'for the thumbnail for at most one second; a slower thumbnail is added later. The header `Idempotency-Key` ' +
            'makes retries safe: each key attaches one file. A retry with the same file returns the same media and the ' +
            'header `Idempotent-Replayed: true`. Keys belong to the organization, all operations share them, ' +
            'and they never expire. A rejected upload does not use up its key.',
          tags,
          params: Type.Object({ id: Uuid }),
          headers: Type.Object({ 'idempotency-key': Type.Optional(UploadKey) }),
          consumes: ['multipart/form-data'],
          body: Type.Object({ file: Type.String({ format: 'binary' }) }),
          response: responses(
            { 201: ref(Media) },
            [400, 401, 404, 500],
            [
              'file_missing',
              'invalid_encoding',
              'file_too_large',
              'unsupported_content_type',
              'too_many_incident_files',
              'idempotency_key_reused',
              'incident_not_found',
            ],
          ),
        },
      },
      async (request, reply) => {
        const { scope, params, headers } = request
        const file = await readUpload(request)
        const subject = { incidentId: params.id }
        const { media, isReplay } = await attachMedia(scope, storage, subject, file, headers['idempotency-key'])
        markReplay(reply, isReplay)
        if (!isReplay) await thumbnails.waitFor([media])
        return reply.code(201).send(media)
      },
    )
  }
