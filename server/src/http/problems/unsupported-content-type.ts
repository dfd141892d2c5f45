import type { FastifyRequest } from 'fastify'
import { Problem } from '../../problem.ts'
import { shorten } from '../../shorten.ts'

/**
 * Makes the problem for a body whose content type the operation does not accept. The problem names the content type
 * that was sent and the one that is needed.
 */
export function unsupportedContentType({ headers, routeOptions }: FastifyRequest): Problem {
  const needed = routeOptions.schema?.consumes?.[0] ?? 'application/json'
  const given = headers['content-type']
  const found = given ? `The body was sent as ${shorten(given)}.` : 'The request names no content type.'
  return new Problem('unsupported_content_type', { detail: `${found} Send it as Content-Type: ${needed}.` })
}
