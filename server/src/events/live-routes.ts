import type { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { answers } from '../http/answers.ts'
import { LiveStreams } from './live-streams.ts'

/** Tells open pages of the console what changes, as it happens. */
export const liveRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const streams = new LiveStreams((error) => app.log.warn({ err: error }, 'live updates are delayed'))
  // A stream has no end of its own that a server which stops could wait for.
  app.addHook('preClose', async () => streams.close())

  app.get(
    '/events',
    {
      config: { role: 'member' },
      // There is no length to be told, and nobody to read what would be opened.
      exposeHeadRoute: false,
      schema: {
        operationId: 'follow-events',
        headers: Type.Object({ 'last-event-id': Type.Optional(Type.String()) }),
        response: answers(
          { 200: Type.Unsafe<Readable>({ type: 'string', description: 'Server-sent events, see LiveChange.' }) },
          [401, 500],
          ['too_many_streams'],
        ),
      },
    },
    async (request, reply) => {
      const stream = streams.open(request.scope, request.session.id, request.headers['last-event-id'])
      // Proxies that gather answers before they pass them on would make them late.
      return reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no').send(stream)
    },
  )
}
