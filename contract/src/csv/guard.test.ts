import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guardCell, unguardCell } from './guard.ts'

const hostileText = fc.string({
  unit: fc.constantFrom(...`=+-@＝＋－＠';,"\t\r\n\v\f\u0085\u2028\u2029 a1`),
  maxLength: 12,
})

test.each([
  ['=1+1', "'=1+1"],
  ["'=1", "''=1"],
  ['\r=1', "'\r'=1"],
  ['a\n=1', "a\n'=1"],
  ['a\r\n\r\n-1', "a\r\n\r\n'-1"],
  ['a\u2028＝1', "a\u2028'＝1"],
  ['a;@SUM(A1)', "a;'@SUM(A1)"],
  ['a\n\tb', "a\n'\tb"],
])(
  'guardCell changes the cell %j to %j, so that a spreadsheet reads no part of the cell as a formula',
  (text, guarded) => {
    expect(guardCell(text)).toBe(guarded)
  },
)

test.each(['', "it's", '1-1', 'a = b', 'me@example.com', 'a, -1', '52.5,-0.1', 'a\n\nb', 'a\r\n\r\nb'])(
  'guardCell leaves the cell %j unchanged, because no part of the cell is a formula',
  (text) => {
    expect(guardCell(text)).toBe(text)
  },
)

test('in the result of guardCell, no line begins with a formula, and no formula follows a semicolon or tab', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const parts = guardCell(text).split(/[;\t\n\v\f\r\u0085\u2028\u2029]/)
      expect(parts.filter((part) => /^[=+\-@＝＋－＠]/.test(part))).toEqual([])
      expect(guardCell(text)).not.toMatch(/^[\t\r]/)
    }),
    { numRuns: 2_000 },
  )
})

test('unguardCell returns the exact text that was passed to guardCell', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      expect(unguardCell(guardCell(text))).toBe(text)
    }),
    { numRuns: 2_000 },
  )
})
