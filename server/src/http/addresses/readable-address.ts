import type { IncomingMessage } from 'node:http'

/**
 * Maximum length of a path, more than any operation or file needs. Decoding and routing a much longer path takes tens
 * of milliseconds.
 */
export const pathMaximumLength = 2_048

/**
 * Makes the URL of every request routable, so that the request passes the guards like any other. Escapes the percent
 * signs of a path that cannot be decoded, and cuts a path at the maximum length.
 * @returns the URL to route.
 */
export function readableAddress({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  if (url.length <= pathMaximumLength && !url.includes('%')) return url
  const pathEnd = url.search(/[?#]|$/)
  // Cut the path one character beyond the maximum, so that `methodsAt` recognizes a path that was cut.
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
