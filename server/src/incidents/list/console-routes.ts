import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { IncidentCount } from '@tocsin/contract/console/incident-change.ts'
import { Uuid } from '@tocsin/contract/scalars.ts'
import { Timeline } from '@tocsin/contract/events/timeline.ts'
import { create as contentDisposition } from 'content-disposition'
import Type from 'typebox'
import type { RawQuery } from '../../http/addresses/query-string.ts'
import { responses } from '../../http/problems/responses.ts'
import { readStrictly } from '../../http/lists/list-response.ts'
import type { ListShape } from '../../http/lists/list-query.ts'
import { encodeCursor } from '../../http/lists/list-sort.ts'
import type { MediaStorage } from '../../media/storage/storage.ts'
import { mediaUrlsFor } from '../../media/download/urls.ts'
import { countIncidents } from './count-queries.ts'
import { readExportFormat } from './export-format.ts'
import { exportIncidents } from './export.ts'
import { readUnpagedQuery } from './read-unpaged-query.ts'
import { readTimeline } from '../history/timeline.ts'

const countMaximum = 10_000

const timelineShape: ListShape<'at'> = {
  paging: ['limit', 'cursor'],
  sorts: { at: 'instant' },
  filters: {},
  defaultSort: [{ name: 'at', isDescending: false }],
}

/** Operations for staff that count incidents, export them as CSV and read the timeline of one incident. */
export const incidentReadingRoutes =
  (storage: MediaStorage): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/incidents/count',
      {
        config: { role: 'member' },
        schema: {
          operationId: 'count-incidents',
          response: responses({ 200: IncidentCount }, [400, 401, 500]),
        },
      },
      async (request) => {
        const found = await countIncidents(request.scope, readUnpagedQuery(request.query), countMaximum + 1)
        return { count: Math.min(found, countMaximum), hasMore: found > countMaximum }
      },
    )

    app.get(
      '/incidents.csv',
      {
        config: { role: 'member', isCompressed: true },
        // Offer no HEAD request, because answering one would generate the whole file and discard it.
        exposeHeadRoute: false,
        schema: {
          operationId: 'export-incidents',
          response: responses(
            {
              200: Type.Unsafe<Readable>({
                type: 'string',
                description: 'CSV in UTF-8, starting with a byte order mark.',
              }),
            },
            [400, 401, 500],
          ),
        },
      },
      async (request, reply) => {
        const { format, others } = readExportFormat(request.query as RawQuery)
        const rows = exportIncidents(request.scope, readUnpagedQuery(others), format, request.checkAccess)
        const fileName = `incidents-${new Date().toISOString().slice(0, 10)}.csv`
        return reply
          .type('text/csv; charset=utf-8; header=present')
          .header('content-disposition', contentDisposition(fileName))
          .send(Readable.from(rows, { objectMode: false, highWaterMark: 64 * 1024 }))
      },
    )

    app.get(
      '/incidents/:id/timeline',
      {
        config: { role: 'member' },
        schema: {
          operationId: 'read-incident-timeline',
          params: Type.Object({ id: Uuid }),
          response: responses({ 200: Timeline }, [400, 401, 404, 500], ['incident_not_found']),
        },
      },
      async (request) => {
        const { sort, limit, after } = readStrictly(timelineShape, request.query)
        const position = after && { at: after.values[0]!, id: after.id }
        const { next, ...page } = await readTimeline(
          request.scope,
          request.params.id,
          { limit, after: position },
          mediaUrlsFor(request, storage),
        )
        return { ...page, nextCursor: next ? encodeCursor(sort, { values: [next.at], id: next.id }) : null }
      },
    )
  }
