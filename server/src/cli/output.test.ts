import { expect, test, vi } from 'vitest'
import { table, writeMessage } from './output.ts'

test('a table pads each column to the width of its widest cell', () => {
  const rows = [
    ['ID', 'NAME', 'LAST'],
    ['1', 'Harbour Street', ''],
    ['1234', 'Dock', '-'],
  ]
  expect(table(rows)).toBe(['ID    NAME            LAST', '1     Harbour Street', '1234  Dock            -'].join('\n'))
})

test('a table can have 200,000 rows, more than a function call can have arguments', () => {
  const rows = Array.from({ length: 200_000 }, (_, row) => [String(row), 'x'])
  expect(table(rows).split('\n').at(-1)).toBe('199999  x')
})

test('a table counts an emoji as one character when it pads a column', () => {
  expect(
    table([
      ['😀', 'b'],
      ['ab', 'c'],
    ]),
  ).toBe('😀   b\nab  c')
})

test('writeMessage replaces control characters by dots, but not line breaks', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  writeMessage('error: "a\u001B[2Jb\u202E"\n  more')
  expect(write).toHaveBeenCalledWith('error: "a·[2Jb·"\n  more\n')
  write.mockRestore()
})
