import type { LookupAddress, LookupOptions } from 'node:dns'
import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'

/**
 * Addresses outside 169.254.0.0/16 at which cloud providers hand out credentials. They are never allowed, even in a
 * network that the operator lists. `impossibleRanges` rejects 169.254.0.0/16, which has most of these services.
 */
const metadataAddresses = new Set([
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:42::42',
  'fd00:c1::a9fe:a9fe',
  'fd00:ec2::23',
  'fd00:ec2::254',
  'fd20:ce::254',
])

/** Kinds of IP addresses that no receiver can have. They are never allowed, even if the operator lists them. */
const impossibleRanges = new Set(['linkLocal', 'unspecified', 'multicast', 'broadcast'])

/**
 * Decides to which addresses the server sends webhooks: public addresses, and addresses in the networks that the
 * operator has listed. Without this check, the administrators of an organization could make the server call services
 * inside the operator's network.
 */
export class AddressGuard {
  readonly #isListed: (address: string) => boolean
  readonly #listsNetworks: boolean
  /**
   * Look-ups in progress, keyed by host name. Only one look-up of a name runs at a time, because Node has only two
   * threads for look-ups. Two look-ups of a name without a response would delay all other look-ups of the server.
   */
  readonly #lookUps = new Map<string, Promise<LookupAddress[]>>()

  /** @param networks value of WEBHOOK_NETWORKS: addresses and networks, separated by commas. */
  constructor(networks = '') {
    const listed = networks
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '')
    const matches = proxyAddr.compile(listed)
    this.#isListed = (address) => matches(address, 0)
    this.#listsNetworks = listed.length > 0
  }

  /**
   * Checks a URL before its host name is resolved.
   * @returns the reason why webhooks must not be sent to the URL, such as "must not contain a user name"; undefined if
   *   they may be sent.
   */
  objectionTo(text: string): string | undefined {
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (!url || !/^https?:$/.test(url.protocol)) return 'must be a URL that begins with https:// or http://'
    if (url.username !== '' || url.password !== '') return 'must not contain a user name or password'
    if (url.hash !== '') return 'must not contain a fragment (#)'
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (ipaddr.isValid(host)) return this.objectionToIp(host, url.protocol)
    // A host name may lead to a listed network, in which TLS is not needed. Without listed networks, every delivery
    // without TLS would fail.
    return url.protocol === 'https:' || this.#listsNetworks
      ? undefined
      : 'needs https, unless WEBHOOK_NETWORKS lists its network'
  }

  /**
   * Checks an IP address before the server connects to it. Without TLS, only addresses in listed networks are allowed.
   * @returns the reason why the address is not allowed, such as "is never allowed for webhooks"; undefined if it is
   *   allowed.
   */
  objectionToIp(address: string, protocol: string): string | undefined {
    const parsed = ipaddr.process(address)
    const range = parsed.range()
    if (impossibleRanges.has(range) || metadataAddresses.has(parsed.toString())) return 'is never allowed for webhooks'
    if (this.#isListed(parsed.toString())) return undefined
    if (range !== 'unicast' || isOutsideGlobal(parsed))
      return 'is in a private network that WEBHOOK_NETWORKS does not list'
    return protocol === 'https:' ? undefined : 'is public and needs https'
  }

  /**
   * Makes a replacement for `dns.lookup` that fails if any IP address of a host name is not allowed. The connection
   * uses an address that was checked, so a later change of the host name's addresses has no effect.
   */
  lookupFor(protocol: string): LookupFunction {
    return (hostname, options, callback) => {
      callbackify(() => this.#lookUp(hostname, options))((error, addresses) => {
        if (error) return callback(error, [])
        for (const { address } of addresses) {
          const objection = this.objectionToIp(address, protocol)
          // Do not put the IP address into the message, because it may be known only inside the operator's network.
          if (objection) return callback(new AddressNotAllowed(objection), [])
        }
        if (options.all) return callback(null, addresses)
        const { address, family } = addresses[0] as LookupAddress
        callback(null, address, family)
      })
    }
  }

  /** Looks a host name up, or waits for a look-up of this name that has already begun. */
  #lookUp(hostname: string, options: LookupOptions): Promise<LookupAddress[]> {
    const running = this.#lookUps.get(hostname)
    if (running) return running
    const begun = lookup(hostname, { ...options, all: true }).finally(() => this.#lookUps.delete(hostname))
    this.#lookUps.set(hostname, begun)
    return begun
  }
}

/** Network of all public IPv6 addresses. Other networks are reserved, or embed an IPv4 address, such as `::10.0.0.1`. */
const globalIpv6 = ipaddr.parseCIDR('2000::/3')
const isOutsideGlobal = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address.kind() === 'ipv6' && !address.match(globalIpv6)

/** Error for a receiver whose address is not allowed. */
export class AddressNotAllowed extends Error {
  /** @param objection reason without its subject, such as "is never allowed for webhooks". */
  constructor(objection: string) {
    super(`The address ${objection}.`)
  }
}
