import { guardCell } from './guard.ts'
import type { CsvSeparator } from './separator.ts'

export type CsvCell = string | number | null

/** Byte order mark to write at the start of a file, so that Excel reads the file as UTF-8. */
export const byteOrderMark = '\uFEFF'

interface CsvFormat {
  delimiter?: CsvSeparator
  lineEnd?: '\r\n' | '\n'
}

/** Pattern for the characters at which a spreadsheet or another parser may split a cell that is not quoted. */
const needsQuotes = /[",;|\p{Cc}\p{Zl}\p{Zp}]/u

/**
 * Writes rows as CSV (RFC 4180). Puts apostrophes before texts that a spreadsheet would read as formulas. Numbers get
 * no apostrophe, so that -54.5 stays a number.
 * @returns the text of all rows. Each row ends with a line end.
 */
export const writeCsv = (
  rows: readonly (readonly CsvCell[])[],
  { delimiter = ',', lineEnd = '\r\n' }: CsvFormat = {},
): string => rows.map((row) => row.map(writeCell).join(delimiter) + lineEnd).join('')

function writeCell(cell: CsvCell): string {
  if (typeof cell !== 'string') return String(cell ?? '')
  const text = guardCell(cell)
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
