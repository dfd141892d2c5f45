import type { FastifyRequest } from 'fastify'
import { Problem } from '../../problem.ts'

/**
 * Returns true for a request with the method GET or HEAD, which changes nothing. Another site may make the browser send
 * such a request, but cannot read the response.
 */
export const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

/**
 * Rejects a request that comes from another site according to the browser's headers. Accepts a request without these
 * headers, because it comes from a client that is not a browser. Such a client does not send cookies unintentionally.
 * @throws Problem `csrf_token_invalid`.
 */
export function rejectForeignOrigin(request: FastifyRequest): void {
  const { origin } = request.headers
  const isCrossSite =
    origin === undefined ? request.headers['sec-fetch-site'] === 'cross-site' : !isOwnOrigin(request, origin)
  if (isCrossSite) {
    throw new Problem('csrf_token_invalid', { detail: `The request comes from ${origin ?? 'another site'}.` })
  }
}

/**
 * Compares an origin with the configured public URL of the server and with the host of the request. The comparison with
 * the host ignores the scheme, because a proxy may terminate TLS.
 */
function isOwnOrigin(request: FastifyRequest, origin: string): boolean {
  const url = URL.parse(origin)
  const configured = request.server.configuredPublicUrl
  if (!url) return false
  return url.host === request.host || (configured !== undefined && url.origin === URL.parse(configured)?.origin)
}
