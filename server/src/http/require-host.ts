import type { FastifyInstance } from 'fastify'
import { Problem } from '../problem.ts'

/**
 * Refuses a request of HTTP/1.1 that names no host, and any that names several: of those, Node would take the first, and
 * a proxy may take another. Node is told not to refuse the former: its own answer is empty and has no request id.
 * @see RFC 9112, 3.2
 */
export function requireHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const count = raw.rawHeaders.filter(isHostName).length
    if (count === 1 || (count === 0 && raw.httpVersion !== '1.1')) return
    throw new Problem('bad_request_line', {
      detail: `The request has ${count === 0 ? 'no' : 'more than one'} header Host.`,
    })
  })
}

/** Of raw headers, names stand at even places, values at odd ones. */
const isHostName = (text: string, index: number): boolean => index % 2 === 0 && text.toLowerCase() === 'host'
