import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { IdempotencyKey } from '@tocsin/contract/api/comment.ts'
import { Media, MediaUrls } from '@tocsin/contract/api/media.ts'
import { ref, Uuid } from '@tocsin/contract/scalars.ts'
import type { FastifySchemaCompiler } from 'fastify'
import Type, { type TSchema } from 'typebox'
import { answers } from '../http/problems/answers.ts'
import { acceptMultipart } from '../http/bodies/multipart/read-parts.ts'
import { ajv } from '../http/problems/validation.ts'
import { attachMedia } from './attach.ts'
import { findAttachedMedia } from './find.ts'
import type { MediaService } from './service.ts'
import { readUpload } from './upload/read.ts'
import { mediaUrlsFor } from './download/urls.ts'

const tags = ['Media']

const addressDescription =
  'The addresses need no key and are valid for 15 minutes, even if what the file is attached to is deleted in the ' +
  'meantime. They support `Range` requests, and files are always sent as attachments. An altered or expired address is ' +
  'answered with 403 `download_url_refused`, a range beyond the end of the file with 416 and no body. If the operator ' +
  'keeps files in S3, the addresses and the answers are those of the store.'

export const mediaRoutes =
  ({ storage, thumbnails }: MediaService): FastifyPluginAsyncTypebox =>
  async (app) => {
    await app.register(uploadRoutes({ storage, thumbnails }))

    app.get(
      '/download/incidents/:incidentId/media/:mediaId/urls',
      {
        config: { scope: 'read' },
        schema: {
          operationId: 'get-incident-media-download-url',
          summary: 'Get the address of a file attached to an Incident',
          description: addressDescription,
          tags,
          params: Type.Object({ incidentId: Uuid, mediaId: Uuid }),
          response: answers({ 200: ref(MediaUrls) }, [400, 401, 404, 500], ['incident_not_found', 'media_not_found']),
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
          summary: 'Get the address of a file attached to a Comment',
          description: addressDescription,
          tags,
          params: Type.Object({ commentId: Uuid, mediaId: Uuid }),
          response: answers({ 200: ref(MediaUrls) }, [400, 401, 404, 500], ['comment_not_found', 'media_not_found']),
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

/** The body is read part by part, by `readUpload`; its schema is for the reader of the document. */
const exceptBody: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  httpPart === 'body' ? () => true : ajv.compile(schema)

/** In a context of its own: here a body is multipart and not JSON. */
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
          summary: 'Attach a file to an Incident',
          description:
            'Takes one file part named `file` and nothing else. The type of the file is detected from its content; an image ' +
            '(JPEG, PNG, WebP, GIF or TIFF of up to 64 megapixels, AVIF of up to 17) gets a thumbnail. The answer waits for ' +
            'it for at most a second; it is made later if that is not enough. With the header ' +
            '`Idempotency-Key` a file is attached once per key: a retry with the same file is answered with the Media ' +
            'and the header `Idempotent-Replayed: true`. Keys belong to the organization and never expire; a refused ' +
            'upload does not use one up.',
          tags,
          params: Type.Object({ id: Uuid }),
          headers: Type.Object({ 'idempotency-key': Type.Optional(UploadKey) }),
          consumes: ['multipart/form-data'],
          body: Type.Object({ file: Type.String({ format: 'binary' }) }),
          response: answers(
            { 201: ref(Media) },
            [400, 401, 404, 500],
            [
              'file_missing',
              'invalid_encoding',
              'file_too_large',
              'unsupported_content_type',
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
        if (isReplay) void reply.header('idempotent-replayed', 'true')
        else await thumbnails.settled([media])
        return reply.code(201).send(media)
      },
    )
  }
