import type { FastifyRequest } from 'fastify'
import { Problem } from '../problem.ts'

/** What changes nothing needs no protection from being triggered by another site, whose pages cannot read the answer. */
export const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

/**
 * Refuses what a browser says another site made it send. Callers that are no browsers say nothing, and carry no cookie
 * that they were not given.
 * @throws Problem `csrf_token_invalid`.
 */
export function refuseForeignOrigin(request: FastifyRequest): void {
  const { origin } = request.headers
  const isForeign = origin === undefined ? request.headers['sec-fetch-site'] === 'cross-site' : !isOurs(request, origin)
  if (isForeign) {
    throw new Problem('csrf_token_invalid', { detail: `The request comes from ${origin ?? 'another site'}.` })
  }
}

/**
 * The address that the operator names, or the one under which the request itself came: a proxy in front may speak TLS
 * where this server does not, so of that one the scheme is not compared.
 */
function isOurs(request: FastifyRequest, origin: string): boolean {
  const url = URL.parse(origin)
  const configured = request.server.configuredPublicUrl
  if (!url) return false
  return url.host === request.host || (configured !== undefined && url.origin === URL.parse(configured)?.origin)
}
