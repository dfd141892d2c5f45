import type { IncomingMessage } from 'node:http'

/**
 * Maximum length of a path. The paths of all operations and files are shorter. Decoding and routing a much longer path
 * takes tens of milliseconds.
 */
export const pathMaximumLength = 2_048

/**
 * Makes the URL of every request routable, so that the request passes the guards like any other request. Escapes the
 * percent signs of a path that cannot be decoded, and cuts off a path beyond the maximum length.
 * @returns the URL to route.
 */
export function readableAddress({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  if (url.length <= pathMaximumLength && !url.includes('%')) return url
  const pathEnd = url.search(/[?#]|$/)
  // Keep one character beyond the maximum, so that `methodsAt` recognizes a path that was cut off.
  const path = url.slice(0, Math.min(pathEnd, pathMaximumLength + 1))
  if (pathEnd <= pathMaximumLength && isDecodable(path)) return url
  return path.replaceAll('%', '%25') + url.slice(pathEnd)
}

function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
