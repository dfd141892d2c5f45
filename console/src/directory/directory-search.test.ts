import { expect, test } from 'vitest'
import { readDirectorySearch } from './directory-search.ts'

test('readDirectorySearch reads the search text, the archive filter and the page number from the URL', () => {
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
])('readDirectorySearch returns the default search without filters for missing or invalid parameters: %o', (search) => {
  expect(readDirectorySearch(search)).toEqual({ q: undefined, show: undefined, page: undefined })
})
