import { expect, test } from 'vitest'
import { isReport, readSignInSearch } from './sign-in-search.ts'

test('the sign-in page accepts the path of a console page with its query string as the page to return to', () => {
  expect(readSignInSearch({ from: '/incidents?q=door' })).toEqual({ from: '/incidents?q=door' })
})

test.each(['https://example.com', '//example.com', '/\\example.com', '/\t/example.com', 'javascript:alert(1)', ''])(
  'the sign-in page rejects %s as the page to return to',
  (from) => {
    expect(readSignInSearch({ from })).toEqual({ from: undefined })
  },
)

test.each([
  ['/report?point=1', true],
  ['/incidents/new', true],
  ['/reports', false],
  ['/incidents', false],
  [undefined, false],
])('for the path %s, isReport returns %s', (path, expected) => {
  expect(isReport(path)).toBe(expected)
})
