import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

const sane = /^[\w.:-]{1,128}$/

/** The caller's `X-Request-Id` where it is sane, so that one id follows a request through several services. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const incoming = request.headers['x-request-id']
  return typeof incoming === 'string' && sane.test(incoming) ? incoming : randomUUID()
}

/** Names the request in every answer. */
export function identifyRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id)
  })
}
