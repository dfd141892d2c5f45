import { expect, test } from 'vitest'
import { readDirectorySearch } from './directory-search.ts'

test('an address is read into a search', () => {
  expect(readDirectorySearch({ q: 'harbour', show: 'archived', page: '3' })).toEqual({
    q: 'harbour',
    show: 'archived',
    page: 3,
  })
})

test.each([
  {},
  { q: '', show: 'inUse', page: '1' },
  { show: 'everything', page: '0' },
  { page: '1.5' },
  { page: '1e9' },
])('reads impossible parameters as the first page: %o', (search) => {
  expect(readDirectorySearch(search)).toEqual({ q: undefined, show: undefined, page: undefined })
})
