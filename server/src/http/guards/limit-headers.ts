import type { FastifyInstance } from 'fastify'
import { Problem } from '../../problem.ts'

/** Limits the time for reading cookies, ranges or entity tags. Node's own limit includes the address. */
const maximumCharacters = 64 * 1024

/**
 * Rejects requests whose headers are too long in total, HTTP/1.1 requests without a host, and requests with several hosts,
 * of which Node and a proxy might choose different ones. `requireHostHeader` is off, because Node's own answer is empty and
 * has no request id.
 * @see RFC 9112, 3.2
 */
export function limitHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { rawHeaders, httpVersion } }) => {
    const characters = rawHeaders.reduce((sum, text) => sum + text.length, 0)
    if (characters > maximumCharacters) throw badRequest('The headers have more than 65,536 characters.')
    const hosts = rawHeaders.filter(isHostName).length
    if (hosts > 1) throw badRequest('The request has more than one header Host.')
    if (hosts === 0 && httpVersion === '1.1') throw badRequest('The request has no header Host.')
  })
}

const badRequest = (detail: string): Problem => new Problem('bad_request_line', { detail })

/** Checks for the name `Host`; raw headers alternate between names and values. */
const isHostName = (text: string, index: number): boolean => index % 2 === 0 && text.toLowerCase() === 'host'
