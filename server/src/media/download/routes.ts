import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyPluginAsync } from 'fastify'
import { NIL as nobody } from 'uuid'
import { isNotModified, isRangeOfCurrent } from '../../http/responses/preconditions.ts'
import { Problem } from '../../problem.ts'
import { OrganizationScope } from '../../scope.ts'
import type { Service } from '../../service.ts'
import { findMedia, type StoredMedia } from '../queries.ts'
import { readRange } from './range.ts'
import { representationOf, type Representation } from './representation.ts'
import { downloadPath, secondsLeft, type SignedFile } from './signature.ts'
import type { FileServing } from '../storage/storage.ts'

/**
 * Serves files from this server's disk at signed URLs. A valid signature is the only requirement: the request needs no
 * API key. A URL stays valid until it expires, even if the incident or comment is deleted or the API key is revoked in
 * the meantime.
 *
 * Answers 304 for an unchanged file and 416 for a range beyond the end of the file, both without a body. Answers 412
 * with a problem as body if a precondition fails.
 */
export const downloadRoutes =
  (service: Service, { folder, secret }: FileServing): FastifyPluginAsync =>
  async (app) => {
    app.route<{ Params: SignedFile }>({
      method: ['GET', 'HEAD'],
      url: `${downloadPath}/:organizationId/:mediaId/:variant`,
      schema: { hide: true, operationId: 'download-media' },
      async handler(request, reply) {
        const maxAgeSeconds = secondsLeft(secret, request.params, request.query, Date.now())
        if (maxAgeSeconds === undefined) throw new Problem('download_url_refused')

        const { organizationId, mediaId, variant } = request.params
        const media = await findMedia(OrganizationScope.inShare(organizationId, nobody, service), mediaId)
        if (!media) throw new Problem('media_not_found')
        const representation = representationOf(organizationId, media, variant)
        const path = join(folder, representation.key)
        const { size: sizeBytes } = await stat(path)

        const validators = { etag: representation.etag, lastModifiedMs: Date.parse(media.createdAt) }
        const isUnchanged = isNotModified(request, validators)
        void reply.headers(headersOf(media, representation, maxAgeSeconds))
        if (isUnchanged) return reply.code(304).send()
        if (request.method === 'HEAD') return reply.header('content-length', sizeBytes).send()

        const range = isRangeOfCurrent(request, validators) ? readRange(request.headers.range, sizeBytes) : undefined
        if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${sizeBytes}`).send()
        if (!range) return reply.header('content-length', sizeBytes).send(createReadStream(path))
        return reply
          .code(206)
          .header('content-range', `bytes ${range.start}-${range.end}/${sizeBytes}`)
          .header('content-length', range.end - range.start + 1)
          .send(createReadStream(path, range))
      },
    })
  }

const headersOf = (
  media: StoredMedia,
  { contentType, contentDisposition, etag }: Representation,
  maxAgeSeconds: number,
) => ({
  'content-type': contentType,
  'content-disposition': contentDisposition,
  'content-security-policy': "sandbox; default-src 'none'",
  'cache-control': `private, max-age=${maxAgeSeconds}`,
  'accept-ranges': 'bytes',
  etag,
  'last-modified': new Date(media.createdAt).toUTCString(),
})
