import { isIPv6 } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyRequest } from 'fastify'

/**
 * Makes a function that returns a request's network, for fair queueing. Without trusted proxies it uses the remote address
 * of the connection, because anybody can forge X-Forwarded-For.
 * @param trustedProxies addresses and networks, separated by commas.
 */
export function makeNetworkOf(trustedProxies = ''): (request: FastifyRequest) => string {
  const proxies = trustedProxies.split(',').flatMap((one) => one.trim() || [])
  const isTrusted = proxyAddr.compile(proxies)
  return ({ raw }) => networkOf(proxyAddr(raw, isTrusted) ?? '')
}

const ipv4Mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** Returns the network of an address: one subscriber usually has a /64 of IPv6 or one address of IPv4. */
export function networkOf(address: string): string {
  const [, ipv4] = ipv4Mapped.exec(address) ?? []
  if (ipv4 !== undefined) return ipv4
  const bare = address.split('%', 1)[0]!
  if (!isIPv6(bare)) return address.slice(0, addressMaximumLength)
  const [head = '', tail] = bare.toLowerCase().split('::', 2)
  const [first, last] = [head, tail ?? ''].map((part) => part.split(':').filter((group) => group !== ''))
  const zeros = Array.from({ length: 8 - first!.length - last!.length }, () => '0')
  const groups = [...first!, ...zeros, ...last!].map((group) => group.replace(/^0+(?=.)/, ''))
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** Limits the keys in memory, because a forwarded address may be any text. */
const addressMaximumLength = 45
