import { expect, test } from 'vitest'
import { readSignInSearch } from './sign-in-search.ts'

test('signing in returns to a page of the console, with what stands behind `?`', () => {
  expect(readSignInSearch({ from: '/incidents?q=door' })).toEqual({ from: '/incidents?q=door' })
})

test.each(['https://example.com', '//example.com', '/\\example.com', '/\t/example.com', 'javascript:alert(1)', ''])(
  'signing in does not lead to %s',
  (from) => {
    expect(readSignInSearch({ from })).toEqual({ from: undefined })
  },
)
