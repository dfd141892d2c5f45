import { expect, test } from 'vitest'
import { readHttpDate } from './http-date.ts'

test.each(['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'])(
  'reads the HTTP date %s',
  (text) => {
    expect(readHttpDate(text)).toBe(Date.UTC(1994, 10, 6, 8, 49, 37))
  },
)

test.each([
  undefined,
  '',
  '0',
  'yesterday',
  '1994-11-06T08:49:37Z',
  'Sun, 06 Nov 1994 08:49:37 +0100',
  'Sun, 6 Nov 1994 08:49:37 GMT',
  'Sun, 06 Nov 1994 25:49:37 GMT',
  'Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT',
])('returns undefined for %j, which is not an HTTP date', (text) => {
  expect(readHttpDate(text)).toBeUndefined()
})
