import type { FastifyRequest } from 'fastify'
import { Problem } from '../../problem.ts'

/**
 * Returns true for a request with the method GET or HEAD, which changes nothing. Another site can make a browser send
 * this request, but cannot read the response.
 */
export const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

/**
 * Rejects a request if the browser's headers show that it comes from another site. Accepts a request without these
 * headers: its client is not a browser, and sends no cookies unintentionally.
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
 * Returns true for the origin of `PUBLIC_URL`, and for an origin with the host of the request. If `PUBLIC_URL` is set,
 * the host of the request counts only if it is a loopback name. The comparison with this host ignores the scheme,
 * because a proxy may terminate TLS.
 */
function isOwnOrigin(request: FastifyRequest, origin: string): boolean {
  const url = URL.parse(origin)
  const configured = request.server.configuredPublicUrl
  if (!url) return false
  if (configured !== undefined && url.origin === URL.parse(configured)?.origin) return true
  return url.host === request.host && (configured === undefined || isLoopback(url.hostname))
}

/**
 * Rejects a request whose `Host` is neither the host of `PUBLIC_URL` nor a loopback name. Otherwise, another site could
 * let its own host name resolve to this server (DNS rebinding), so that browsers take the site's pages for pages of
 * this server. Without `PUBLIC_URL`, the server does not know its name and accepts every host.
 * @throws Problem `csrf_token_invalid`.
 */
export async function rejectForeignHost(request: FastifyRequest): Promise<void> {
  const configured = request.server.configuredPublicUrl
  if (configured === undefined || !request.host) return
  const hostname = URL.parse(`http://${request.host}`)?.hostname
  // Compare host names without ports, because proxies may leave out the port. A site that uses DNS rebinding has
  // another host name.
  if (hostname === URL.parse(configured)?.hostname || isLoopback(hostname)) return
  throw new Problem('csrf_token_invalid', { detail: `The console is at ${configured}, not at ${request.host}.` })
}

/** Returns true for a loopback name or loopback IP address in the form that `URL` returns. */
const isLoopback = (hostname = ''): boolean => /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
