import type { LookupAddress } from 'node:dns'
import dns from 'node:dns/promises'
import { syncBuiltinESMExports } from 'node:module'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { AddressGuard } from './address-guard.ts'

const guard = new AddressGuard()

describe('without listed networks', () => {
  test.each([
    'https://example.com/hook?x=1',
    'https://93.184.215.14/',
    'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]:8443/',
  ])('without WEBHOOK_NETWORKS, the address guard accepts the URL %s', (url) => {
    expect(guard.objectionTo(url)).toBeUndefined()
  })

  test.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://0.0.0.0/',
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://192.0.0.192/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[fe80::1]/',
    'https://[fc00::1]/',
    'https://[fd00:ec2::254]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[::127.0.0.1]/',
    'https://[4000::1]/',
    'http://93.184.215.14/',
    'http://example.com/',
    'https://user:password@example.com/',
    'https://user@example.com/',
    'https://example.com/#part',
    'ftp://example.com/',
    'file:///etc/passwd',
    'example.com/hook',
    '',
  ])('without WEBHOOK_NETWORKS, the address guard rejects the URL %j', (url) => {
    expect(guard.objectionTo(url)).toEqual(expect.any(String))
  })
})

describe('with WEBHOOK_NETWORKS', () => {
  const listing = new AddressGuard('127.0.0.0/8, 10.2.0.0/16,fd12::/16,169.254.0.0/16,100.100.100.200,fd00::/8')

  test.each(['http://127.0.0.1:3000/', 'https://10.2.9.9/', 'http://[fd12::7]/', 'http://[::ffff:127.0.0.1]/'])(
    'the address guard accepts the URL %s, which is in a network of WEBHOOK_NETWORKS',
    (url) => {
      expect(listing.objectionTo(url)).toBeUndefined()
    },
  )

  test('with WEBHOOK_NETWORKS, the address guard accepts a host name without https, because it may be in a listed network', () => {
    expect(listing.objectionTo('http://erp.example/hook')).toBeUndefined()
  })

  test.each([
    ['https://10.3.0.1/', 'is in a private network that WEBHOOK_NETWORKS does not list'],
    ['https://169.254.169.254/', 'is never allowed for webhooks'],
    ['https://100.100.100.200/', 'is never allowed for webhooks'],
    ['https://168.63.129.16/', 'is never allowed for webhooks'],
    ['https://[fd20:ce::254]/', 'is never allowed for webhooks'],
    ['https://[fd00:c1::a9fe:a9fe]/', 'is never allowed for webhooks'],
    ['http://93.184.215.14/', 'is public and needs https'],
  ])('with WEBHOOK_NETWORKS, the address guard rejects the URL %s, because the address %s', (url, objection) => {
    expect(listing.objectionTo(url)).toBe(objection)
  })
})

const find = (from: AddressGuard, name: string) => promisify(from.lookupFor('https:'))(name, { all: true })

describe('the look-up of a name', () => {
  test('a look-up of a host name fails if the name has an IP address to which webhooks must not be sent', async () => {
    await expect(find(guard, 'localhost')).rejects.toThrow('The address is in a private network')
  })

  test('a look-up of a host name succeeds if its IP addresses are in networks of WEBHOOK_NETWORKS', async () => {
    const found = await find(new AddressGuard('127.0.0.0/8,::1'), 'localhost')
    expect(found).toEqual(
      expect.arrayContaining([expect.objectContaining({ address: expect.stringMatching(/^(127\.|::1)/) })]),
    )
  })

  test('only one look-up of a host name runs at a time', async () => {
    const running: ((addresses: LookupAddress[]) => void)[] = []
    const begin = () => new Promise<LookupAddress[]>((resolve) => void running.push(resolve))
    const lookup = vi.spyOn(dns, 'lookup').mockImplementation(begin as unknown as typeof dns.lookup)
    syncBuiltinESMExports()
    onTestFinished(() => {
      lookup.mockRestore()
      syncBuiltinESMExports()
    })
    const listing = new AddressGuard('127.0.0.0/8')
    const found = Promise.all(Array.from({ length: 12 }, () => find(listing, 'slow.example')))
    await expect.poll(() => running.length).toBe(1)
    running[0]!([{ address: '127.0.0.1', family: 4 }])
    expect(await found).toHaveLength(12)
    expect(running).toHaveLength(1)
  })
})
