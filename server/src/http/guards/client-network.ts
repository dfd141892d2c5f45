import { isIPv6 } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyRequest } from 'fastify'

/**
 * Makes a function that returns the network of a request's client, for fair queueing. Without trusted proxies, the
 * function uses the remote IP address of the connection, because anybody can forge X-Forwarded-For.
 * @param trustedProxies IP addresses and networks of the trusted proxies, separated by commas.
 */
export function makeNetworkOf(trustedProxies = ''): (request: FastifyRequest) => string {
  const proxies = trustedProxies.split(',').flatMap((one) => one.trim() || [])
  const isTrusted = proxyAddr.compile(proxies)
  return ({ raw }) => networkOf(proxyAddr(raw, isTrusted) ?? '')
}

const ipv4Mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/**
 * Returns the network of an IP address: the /64 network of an IPv6 address, or the IPv4 address itself. An internet
 * subscriber usually has one such network.
 */
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

/**
 * Maximum length of an address that is not IPv6. Without a maximum, any text in X-Forwarded-For, however long, would be
 * stored in memory as a key.
 */
const addressMaximumLength = 45
