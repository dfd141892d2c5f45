import { expect, test } from 'vitest'
import { makeNetworkOf, networkOf } from './client-network.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:0002::9', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['fe80::1%br-lan', 'fe80:0:0:0::/64'],
  ['fe80::1%eth0.100', 'fe80:0:0:0::/64'],
])('assigns the IP address %s to the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

const requestFrom = (remoteAddress: string, forwarded: string) =>
  ({ raw: { socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } } }) as never

test('ignores X-Forwarded-For when there are no trusted proxies', () => {
  expect(makeNetworkOf()(requestFrom('127.0.0.1', '203.0.113.7'))).toBe('127.0.0.1')
})

test('identifies a client by the last IP address in X-Forwarded-For that does not belong to a trusted proxy', () => {
  const networkBehind = makeNetworkOf('127.0.0.1, 10.0.0.0/8')
  expect(networkBehind(requestFrom('127.0.0.1', '198.51.100.1, 203.0.113.7, 10.1.2.3'))).toBe('203.0.113.7')
  expect(networkBehind(requestFrom('203.0.113.9', '198.51.100.1'))).toBe('203.0.113.9')
})
