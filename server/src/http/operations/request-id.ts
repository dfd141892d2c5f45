import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

const validId = /^[\w.:-]{1,128}$/

/**
 * Returns the request's `X-Request-Id` header if it is valid, so that one id follows a request through several
 * services. Otherwise returns a new id.
 */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const incoming = request.headers['x-request-id']
  return typeof incoming === 'string' && validId.test(incoming) ? incoming : randomUUID()
}

/** Adds the id of the request to every response. */
export function identifyRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id)
  })
}
