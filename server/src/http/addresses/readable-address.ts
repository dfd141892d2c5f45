import type { IncomingMessage } from 'node:http'

/** Exceeds the path of any operation or file; decoding and routing a much longer one takes tens of milliseconds. */
export const pathMaximumLength = 2_048

/**
 * Makes every address routable, so that its request passes the guards like any other. Escapes the percent signs of a path
 * that cannot be decoded, and cuts a path beyond the maximum.
 * @returns the address to route.
 */
export function readableAddress({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  if (url.length <= pathMaximumLength && !url.includes('%')) return url
  const pathEnd = url.search(/[?#]|$/)
  // Keep one character beyond the maximum, so that `methodsAt` recognizes the cut path.
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
