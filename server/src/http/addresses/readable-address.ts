import type { IncomingMessage } from 'node:http'

/** Longer than the path of any operation or file; decoding and routing a much longer one takes tens of milliseconds. */
export const pathMaximumLength = 2_048

/**
 * Makes every path one that can be routed, so that its request passes the guards like others: the percent signs of one
 * that cannot be decoded are taken literally, and one that is longer than any is cut.
 * @returns the address to route.
 */
export function readableAddress({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  if (url.length <= pathMaximumLength && !url.includes('%')) return url
  const pathEnd = url.search(/[?#]|$/)
  // One character too many stays, by which `methodsAt` knows that the path was cut.
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
