import type { FastifyInstance } from 'fastify'
import { Problem } from '../../problem.ts'

/** Reading cookies, ranges or entity tags takes time in proportion to their length. Node's own limit includes the address. */
const maximumCharacters = 64 * 1024

/**
 * Refuses a request whose headers are too long together; one of HTTP/1.1 that names no host, and any that names several: of
 * those, Node would take the first, and a proxy may take another. Node is told not to refuse the former: its own answer is
 * empty and has no request id.
 * @see RFC 9112, 3.2
 */
export function limitHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { rawHeaders, httpVersion } }) => {
    const characters = rawHeaders.reduce((sum, text) => sum + text.length, 0)
    if (characters > maximumCharacters) throw unusable('The headers have more than 65,536 characters.')
    const hosts = rawHeaders.filter(isHostName).length
    if (hosts > 1) throw unusable('The request has more than one header Host.')
    if (hosts === 0 && httpVersion === '1.1') throw unusable('The request has no header Host.')
  })
}

const unusable = (detail: string): Problem => new Problem('bad_request_line', { detail })

/** Raw headers alternate between a name and its value, beginning with a name. */
const isHostName = (text: string, index: number): boolean => index % 2 === 0 && text.toLowerCase() === 'host'
