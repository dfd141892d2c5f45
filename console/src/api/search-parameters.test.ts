import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSearch, writeSearch } from './search-parameters.ts'

test('reads back every search that it writes', () => {
  const value = fc.oneof(fc.string(), fc.array(fc.string(), { minLength: 2, maxLength: 4 }))
  // An index signature has no `__proto__`: no page has a parameter of that name.
  const name = fc.string({ minLength: 1 }).filter((text) => !(text in {}))
  fc.assert(
    fc.property(fc.dictionary(name, value), (search) => {
      expect(readSearch(writeSearch(search))).toEqual({ ...search })
    }),
  )
})

test('omits undefined values and empty arrays', () => {
  expect(writeSearch({ q: undefined, priority: [], sort: '-createdAt' })).toBe('?sort=-createdAt')
  expect(writeSearch({})).toBe('')
})
