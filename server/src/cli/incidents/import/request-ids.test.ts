import { isUuid } from '@tocsin/contract/scalars.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { importColumns, type Cells } from './columns.ts'
import { RequestIds } from './request-ids.ts'

const rows = fc.array(
  fc.dictionary(fc.constantFrom(...importColumns.filter((column) => column !== 'clientRequestId')), fc.string(), {
    maxKeys: 3,
  }) as fc.Arbitrary<Cells>,
  { maxLength: 30 },
)

const idsOf = (cells: Cells[]): string[] => {
  const requestIds = new RequestIds()
  return cells.map((each) => requestIds.of(each))
}

test('RequestIds gives a row the same clientRequestId in every run, and no two rows of a file the same id', () => {
  fc.assert(
    fc.property(rows, (cells) => {
      const ids = idsOf([...cells, ...cells])
      expect(idsOf([...cells, ...cells])).toEqual(ids)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.every(isUuid)).toBe(true)
    }),
  )
})

test('RequestIds gives a row the same clientRequestId after rows are added and rows and columns are moved', () => {
  const [first, second] = idsOf([{ name: 'One' }, { name: 'Two', priority: 'MAJOR' }])
  expect(idsOf([{ priority: 'MAJOR', name: 'Two' }, { name: 'Three' }, { name: 'One' }])).toEqual([
    second,
    expect.any(String),
    first,
  ])
})

test('RequestIds derives the same clientRequestId from a row in every release', () => {
  expect(
    idsOf([
      { name: 'Freezer 3', tags: 'cold;night' },
      { name: 'Freezer 3', tags: 'cold;night' },
    ]),
  ).toMatchInlineSnapshot(`
    [
      "4ccd8014-8731-89c7-a8ac-40b637fe2c99",
      "99d4fe34-f839-8c22-a2d2-1a23ed634ee1",
    ]
  `)
})

test('RequestIds returns the clientRequestId of a row that has one', () => {
  const clientRequestId = '01a1f9ed-92a9-73c7-8fa6-13a51d85a191'
  expect(idsOf([{ clientRequestId, name: 'One' }])).toEqual([clientRequestId])
})
