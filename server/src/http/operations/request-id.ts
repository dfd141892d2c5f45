import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

const validId = /^[\w.:-]{1,128}$/

/** Returns the caller's `X-Request-Id` if it is valid, so that one id follows a request through several services. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const incoming = request.headers['x-request-id']
  return typeof incoming === 'string' && validId.test(incoming) ? incoming : randomUUID()
}

/** Sends the request's id with every answer. */
export function identifyRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id)
  })
}
