import { expect, test, vi } from 'vitest'
import { table, writeMessage } from './output.ts'

test('columns of a table are as wide as their widest cell', () => {
  const rows = [
    ['ID', 'NAME', 'LAST'],
    ['1', 'Harbour Street', ''],
    ['1234', 'Dock', '-'],
  ]
  expect(table(rows)).toBe(['ID    NAME            LAST', '1     Harbour Street', '1234  Dock            -'].join('\n'))
})

test('formats more rows than a function can take arguments', () => {
  const rows = Array.from({ length: 200_000 }, (_, row) => [String(row), 'x'])
  expect(table(rows).split('\n').at(-1)).toBe('199999  x')
})

test('counts a character outside the basic plane as one column', () => {
  expect(
    table([
      ['😀', 'b'],
      ['ab', 'c'],
    ]),
  ).toBe('😀   b\nab  c')
})

test('messages replace control characters by a dot and keep their lines', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  writeMessage('error: "a\u001B[2Jb\u202E"\n  more')
  expect(write).toHaveBeenCalledWith('error: "a·[2Jb·"\n  more\n')
  write.mockRestore()
})
