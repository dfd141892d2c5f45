import proxyAddr from '@fastify/proxy-addr'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/**
 * Makes a function that returns the network of the client that sent a request. Without trusted proxies, this is the
 * network of the connection's remote IP address, because anybody can forge X-Forwarded-For.
 * @param trustedProxies IP addresses and networks of the trusted proxies, separated by commas.
 */
export function makeNetworkOf(trustedProxies = ''): (request: FastifyRequest) => string {
  const proxies = trustedProxies.split(',').flatMap((one) => one.trim() || [])
  const isTrusted = proxyAddr.compile(proxies)
  return ({ raw }) => networkOf(proxyAddr(raw, isTrusted) ?? '')
}

/**
 * Returns the network of an IP address: the /64 network of an IPv6 address, or the IPv4 address itself. An internet
 * subscriber usually has exactly one network of this size.
 */
export function networkOf(address: string): string {
  // Cut off the zone, because ipaddr.js accepts only letters and digits in a zone, and not `br-lan`.
  const text = address.slice(0, addressMaximumLength).split('%', 1)[0]!
  if (!ipaddr.isValid(text)) return text
  const parsed = ipaddr.process(text)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const groups = parsed.parts.slice(0, 4).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}

/**
 * Maximum length of an address. Without a maximum, any text in X-Forwarded-For, however long, would be stored in memory
 * as a key.
 */
const addressMaximumLength = 45
