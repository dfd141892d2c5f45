import { incidentListShape } from '../../../server/src/incidents/list/list-shape.ts'
import { readListQuery } from '../../../server/src/http/lists/list-query.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeQuery } from './query.ts'

/** Parses search parameters with the code of the server. */
const readBack = (query: URLSearchParams) => {
  const names = [...new Set(query.keys())]
  return readListQuery(
    incidentListShape,
    Object.fromEntries(
      names.map((name) => [name, query.getAll(name).length > 1 ? query.getAll(name) : query.get(name)!]),
    ),
  )
}

const storable = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0') && text.isWellFormed())
const tag = fc
  .oneof(storable, fc.constantFrom('a,b', 'in:a', 'in:', ',', '', 'gte:1'))
  .filter((text) => !(text.startsWith('in:') && text.includes(',')))

test('writeQuery writes tags that the server parses into the same tags, even if a tag contains a comma or begins with an operator', () => {
  fc.assert(
    fc.property(fc.uniqueArray(tag, { minLength: 1, maxLength: 4 }), (tags) => {
      const { filters, violations } = readBack(writeQuery({}, { tags }))
      expect(filters).toEqual([{ parameter: 'tags', field: 'tags', operator: 'in', values: tags }])
      expect(violations).toEqual([])
    }),
  )
})

test('writeQuery writes a sort, a limit, an offset, a search text and time bounds that the server parses into the same values', () => {
  const { sort, filters, limit, offset, violations } = readBack(
    writeQuery(
      { sort: [{ key: 'priority', descending: true }, { key: 'name' }], limit: 7, offset: 14 },
      { startAt: new Date('2026-03-01T00:00:00Z'), endAt: '2026-03-02T01:00:00+01:00', q: 'in:freezer, 100 %' },
    ),
  )
  expect(sort).toEqual([
    { name: 'priority', isDescending: true },
    { name: 'name', isDescending: false },
  ])
  expect(filters.map(({ operator, values }) => `${operator} ${values.join('|')}`)).toEqual([
    'contains in:freezer, 100 %',
    'gte 2026-03-01T00:00:00.000Z',
    'lte 2026-03-02T00:00:00.000Z',
  ])
  expect([limit, offset, violations]).toEqual([7, 14, []])
})

test('writeQuery throws for a filter with an empty array, and for a value that the query syntax cannot express', () => {
  expect(() => writeQuery({}, { priority: [] })).toThrow('priority has no values')
  expect(() => writeQuery({}, { tags: ['in:a,b'] })).toThrow(RangeError)
})
