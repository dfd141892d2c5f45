import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSearch, writeSearch } from './search-parameters.ts'

test('readSearch returns the parameters that writeSearch has written', () => {
  const value = fc.oneof(fc.string(), fc.array(fc.string(), { minLength: 2, maxLength: 4 }))
  // Excludes names that every object inherits, such as `__proto__`: no page has such a parameter.
  const name = fc.string({ minLength: 1 }).filter((text) => !(text in {}))
  fc.assert(
    fc.property(fc.dictionary(name, value), (search) => {
      expect(readSearch(writeSearch(search))).toEqual({ ...search })
    }),
  )
})

test('writeSearch omits parameters that are undefined or an empty array', () => {
  expect(writeSearch({ q: undefined, priority: [], sort: '-createdAt' })).toBe('?sort=-createdAt')
  expect(writeSearch({})).toBe('')
})

test('readSearch drops the parameter __proto__, which would add inherited parameters', () => {
  const search = readSearch('?__proto__=1&q=door')
  expect(search).toEqual({ q: 'door' })
  expect(search.sort).toBeUndefined()
})
