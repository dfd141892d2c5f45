import type { FastifyInstance } from 'fastify'
import { Problem } from '../../problem.ts'

/**
 * Maximum total length of the headers, which limits the time for parsing cookies, ranges and entity tags. Node's own
 * limit does not suit, because it also counts the URL.
 */
const maximumCharacters = 64 * 1024

/**
 * Maximum size of the request line and headers that Node accepts. It is large, so that Tocsin itself can respond to a
 * request with a long query string.
 */
export const headerMaximumBytes = 512 * 1024

/**
 * Rejects requests whose headers are too long in total, and HTTP/1.1 requests without a Host header. Also rejects
 * several Host headers, because Node and a proxy might use different ones. Replaces Node's option `requireHostHeader`,
 * whose rejections have no body and no request id.
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

/** Returns true for the header name `Host`. In Node's raw headers, names and values alternate. */
const isHostName = (text: string, index: number): boolean => index % 2 === 0 && text.toLowerCase() === 'host'
