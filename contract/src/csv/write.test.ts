import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guardCell } from './guard.ts'
import { writeCsv } from './write.ts'

test('quotes only cells that contain a character at which a spreadsheet would split them', () => {
  const separators = [',', ';', '\t', '|', '"', '\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029']
  for (const separator of separators) expect(writeCsv([[`a${separator}`]])).toMatch(/^"[^]*"\r\n$/)
  expect(writeCsv([['a b', "it's", 'Kühlhaus', -54.5, null, 0]])).toBe("a b,it's,Kühlhaus,-54.5,,0\r\n")
})

test('writes numbers unchanged, but puts an apostrophe before texts that look like negative numbers', () => {
  expect(writeCsv([[-54.5, '-54.5']])).toBe("-54.5,'-54.5\r\n")
})

test.each([',', ';'] as const)(
  'an RFC 4180 parser returns the cells written with the separator %s unchanged, except for apostrophes before formulas',
  (delimiter) => {
    const cell = fc.string({
      unit: fc.oneof(fc.constantFrom(...`=+-@＝'";,\t\r\n\u2028`), fc.string({ maxLength: 1 })),
    })
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1 }), (rows) => {
        const read = readRfc4180(writeCsv(rows, { delimiter }), delimiter)
        expect(read).toEqual(rows.map((row) => row.map(guardCell)))
      }),
    )
  },
)

/** Parses CSV strictly by RFC 4180: a quotation mark that is not doubled ends a quoted cell. */
function readRfc4180(text: string, delimiter: string): string[][] {
  const cell = new RegExp(String.raw`(?:"((?:[^"]|"")*)"|([^"${delimiter}\r\n]*))(${delimiter}|\r\n)`, 'gy')
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, bare, end] of text.matchAll(cell)) {
    row.push(quoted?.replaceAll('""', '"') ?? bare ?? '')
    if (end === delimiter) continue
    rows.push(row)
    row = []
  }
  return rows
}
