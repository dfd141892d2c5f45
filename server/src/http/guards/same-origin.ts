import type { FastifyRequest } from 'fastify'
import { Problem } from '../../problem.ts'

/** A request that changes nothing may be triggered by another site: its pages cannot read the answer. */
export const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

/**
 * Refuses a request that, as the browser says, comes from another site. Callers that are not browsers do not say where
 * it comes from, but then they do not send cookies unless they mean to.
 * @throws Problem `csrf_token_invalid`.
 */
export function rejectForeignOrigin(request: FastifyRequest): void {
  const { origin } = request.headers
  const isForeign = origin === undefined ? request.headers['sec-fetch-site'] === 'cross-site' : !isOurs(request, origin)
  if (isForeign) {
    throw new Problem('csrf_token_invalid', { detail: `The request comes from ${origin ?? 'another site'}.` })
  }
}

/**
 * The address that the operator names, or the one that the request was sent to. A proxy may speak TLS where this server
 * does not, so the scheme of the latter is not compared.
 */
function isOurs(request: FastifyRequest, origin: string): boolean {
  const url = URL.parse(origin)
  const configured = request.server.configuredPublicUrl
  if (!url) return false
  return url.host === request.host || (configured !== undefined && url.origin === URL.parse(configured)?.origin)
}
