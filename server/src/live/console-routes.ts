import type { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { responses } from '../http/problems/responses.ts'
import { LiveStreams } from './streams.ts'
import type { Database } from '../database/open.ts'
import type { FindSessionRoles } from './poller.ts'

/** Route whose response streams changes to an open page of the console as soon as they happen. */
export const liveRoutes =
  (database: Database, findSessionRoles: FindSessionRoles): FastifyPluginAsyncTypebox =>
  async (app) => {
    const streams = new LiveStreams(database, findSessionRoles, (error) =>
      app.log.warn({ err: error }, 'live updates are delayed'),
    )
    // End the streams when the server stops, because it cannot stop while a stream is open.
    app.addHook('preClose', async () => streams.close())

    app.get(
      '/events',
      {
        config: { role: 'member' },
        // Do not answer HEAD, because a HEAD request would open a stream that nobody reads.
        exposeHeadRoute: false,
        schema: {
          operationId: 'follow-events',
          headers: Type.Object({ 'last-event-id': Type.Optional(Type.String()) }),
          response: responses(
            { 200: Type.Unsafe<Readable>({ type: 'string', description: 'Server-sent events, see LiveChange.' }) },
            [401, 500],
            ['too_many_streams'],
          ),
        },
      },
      async (request, reply) => {
        const stream = streams.open(request.scope, request.session, request.headers['last-event-id'])
        // The header `x-accel-buffering` asks proxies not to buffer the stream, because buffering would delay the
        // events.
        return reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no').send(stream)
      },
    )
  }
