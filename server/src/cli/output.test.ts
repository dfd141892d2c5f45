import { expect, test } from 'vitest'
import { table } from './output.ts'

test('the columns of a table are as wide as their widest cell', () => {
  const rows = [
    ['ID', 'NAME', 'LAST'],
    ['1', 'Harbour Street', ''],
    ['1234', 'Dock', '-'],
  ]
  expect(table(rows)).toBe(['ID    NAME            LAST', '1     Harbour Street', '1234  Dock            -'].join('\n'))
})

test('a table may have more rows than a function takes arguments', () => {
  const rows = Array.from({ length: 200_000 }, (_, row) => [String(row), 'x'])
  expect(table(rows).split('\n').at(-1)).toBe('199999  x')
})

test('a character outside the basic plane takes one place', () => {
  expect(
    table([
      ['😀', 'b'],
      ['ab', 'c'],
    ]),
  ).toBe('😀   b\nab  c')
})
