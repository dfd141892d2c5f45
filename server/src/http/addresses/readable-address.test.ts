import { expect, test } from 'vitest'
import { readableAddress } from './readable-address.ts'

test.each(['/incidents', '/%69ncidents?q=%zz', `/incidents?q=${'%'.repeat(100_000)}`, '/a#%zz', '*', ''])(
  'returns a URL unchanged when it can be routed: %.30s',
  (url) => {
    expect(readableAddress({ url })).toBe(url)
  },
)

test.each([
  ['/a/%zz?q=%zz', '/a/%25zz?q=%zz'],
  ['/%', '/%25'],
  ['/%ff%20#%', '/%25ff%2520#%'],
])('escapes the percent signs in %s, because its path cannot be decoded', (url, expected) => {
  expect(readableAddress({ url })).toBe(expected)
})

test.each([
  ['of letters', '/api/v1/', 'x'],
  ['of percent signs', '/api/v1/', '%25'],
  ['of slashes', '/api/v1', '/'],
])('cuts off the end of an overlong path (%s), but leaves the query string unchanged', (_, start, repeated) => {
  const url = readableAddress({ url: `${start + repeated.repeat(150_000)}?limit=1` })

  expect(url.startsWith(start)).toBe(true)
  expect(url.endsWith('?limit=1')).toBe(true)
  expect(url.length).toBeLessThan(7_000)
})
