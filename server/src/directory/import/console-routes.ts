import type { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { importMaximumBytes } from '@tocsin/contract/limits.ts'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { responses } from '../../http/problems/responses.ts'
import { unsupportedContentType } from '../../http/problems/unsupported-content-type.ts'
import { sendLines } from '../../http/responses/send-lines.ts'
import { importLocations } from './import-locations.ts'
import { readLocationFile } from './read-location-file.ts'

/** Route that imports locations and points from a CSV file. Its response streams the progress of the import. */
export const locationImportRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.addContentTypeParser('text/csv', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => body)

  app.post(
    '/locations/import',
    {
      config: { role: 'administrator' },
      bodyLimit: importMaximumBytes,
      schema: {
        operationId: 'import-locations',
        consumes: ['text/csv'],
        summary: 'Add the locations and points of a CSV file that do not exist yet',
        response: responses(
          { 200: Type.Unsafe<Readable>({ type: 'string', description: 'NDJSON: each line a LocationImportMessage.' }) },
          [400, 401, 403, 500],
          ['import_unreadable', 'body_too_large', 'unsupported_content_type'],
        ),
      },
    },
    async (request, reply) => {
      if (!Buffer.isBuffer(request.body)) throw unsupportedContentType(request)
      const file = await readLocationFile(request.body)
      return sendLines(request, reply, importLocations(request.scope, file, request.checkAccess))
    },
  )
}
