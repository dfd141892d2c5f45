import { lookup, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'

/**
 * Services of cloud providers that hand out credentials. They lie in ranges that an operator might list. The range
 * 169.254.0.0/16, where most of these services are, is never allowed either.
 */
const metadataAddresses = new Set(['100.100.100.200', '192.0.0.192', 'fd00:ec2::254'])

/** Ranges in which no receiver can be, even if the operator lists them. */
const impossibleRanges = new Set(['linkLocal', 'unspecified', 'multicast', 'broadcast'])

/**
 * Decides to which addresses the server sends webhooks: to public addresses, and to the networks that the operator has
 * listed. Otherwise the administrators of an organization could make the server call services of the operator's own
 * network.
 */
export class AddressGuard {
  readonly #isListed: (address: string) => boolean

  /** @param networks value of WEBHOOK_NETWORKS: addresses and networks, separated by commas. */
  constructor(networks = '') {
    const listed = networks.split(',').map((one) => one.trim())
    const matches = proxyAddr.compile(listed.filter((one) => one !== ''))
    this.#isListed = (address) => matches(address, 0)
  }

  /**
   * Checks a URL before it is resolved.
   * @returns the objection, as a predicate such as "must not contain a user name"; undefined if there is none.
   */
  objectionTo(text: string): string | undefined {
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (!url || !/^https?:$/.test(url.protocol)) return 'must be a URL that begins with https:// or http://'
    if (url.username !== '' || url.password !== '') return 'must not contain a user name or password'
    if (url.hash !== '') return 'must not contain a fragment (#)'
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (!ipaddr.isValid(host)) return undefined
    return this.objectionToIp(host, url.protocol)
  }

  /**
   * Checks an IP address to which the server is to connect. Without TLS only listed networks are allowed.
   * @returns the objection, as a predicate; undefined if there is none.
   */
  objectionToIp(address: string, protocol: string): string | undefined {
    const parsed = ipaddr.process(address)
    const range = parsed.range()
    if (impossibleRanges.has(range) || metadataAddresses.has(parsed.toString())) return 'is never allowed for webhooks'
    if (this.#isListed(parsed.toString())) return undefined
    if (range !== 'unicast') return 'is in a private network that WEBHOOK_NETWORKS does not list'
    return protocol === 'https:' ? undefined : 'is public and needs https'
  }

  /**
   * Makes a replacement for `dns.lookup` that fails if any address of the name is not allowed. The caller connects to
   * an address that was checked, so a name cannot change its address in between.
   */
  lookupFor(protocol: string): LookupFunction {
    return (hostname, options, callback) => {
      lookup(hostname, { ...options, all: true }, (error, addresses) => {
        if (error) return callback(error, [])
        for (const { address } of addresses) {
          const objection = this.objectionToIp(address, protocol)
          // The message does not name the address, because names may be known only in the operator's network.
          if (objection) return callback(new AddressNotAllowed(objection), [])
        }
        if (options.all) return callback(null, addresses)
        const { address, family } = addresses[0] as LookupAddress
        callback(null, address, family)
      })
    }
  }
}

/** The address of a receiver is not allowed. */
export class AddressNotAllowed extends Error {
  /** @param objection predicate, such as "is never allowed for webhooks". */
  constructor(objection: string) {
    super(`The address ${objection}.`)
  }
}
