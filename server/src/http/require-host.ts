import type { FastifyInstance } from 'fastify'
import { Problem } from '../problem.ts'

/**
 * Refuses a request of HTTP/1.1 that names no host. Node is told not to: its own answer is empty and has no request id.
 * @see RFC 9112, 3.2
 */
export function requireHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.headers.host !== undefined || raw.httpVersion !== '1.1') return
    throw new Problem('bad_request_line', { detail: 'The request has no header Host.' })
  })
}
