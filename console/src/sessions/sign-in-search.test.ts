import { expect, test } from 'vitest'
import { readSignInSearch } from './sign-in-search.ts'

test('returns to a page of the console with its query parameters', () => {
  expect(readSignInSearch({ from: '/incidents?q=door' })).toEqual({ from: '/incidents?q=door' })
})

test.each(['https://example.com', '//example.com', '/\\example.com', '/\t/example.com', 'javascript:alert(1)', ''])(
  'does not return to %s',
  (from) => {
    expect(readSignInSearch({ from })).toEqual({ from: undefined })
  },
)
