import { expect, test } from 'vitest'
import { allColumns, readChosen } from './table-display.ts'

test.each([
  ['nothing', undefined],
  ['no JSON', 'compact'],
  ['another type', '7'],
  ['unknown values', '{"density":"tiny","columns":"all"}'],
])('if %s is stored, the list is compact and has its usual columns', (_, text) => {
  expect(readChosen(text)).toEqual({ density: 'compact' })
})

test('shows the stored columns in the order of the table and ignores unknown stored columns', () => {
  const { columns } = readChosen('{"density":"comfortable","columns":["time","colour","priority"]}')
  expect(columns).toEqual(['priority', 'time'])
  expect(allColumns(columns!)).toEqual(['select', 'priority', 'name', 'time'])
})
