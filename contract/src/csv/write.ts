import { guardCell } from './guard.ts'
import type { CsvSeparator } from './separator.ts'

export type CsvCell = string | number | null

/** Byte order mark to write at the start of a file, so that Excel reads the file as UTF-8. */
export const byteOrderMark = '\uFEFF'

interface CsvFormat {
  delimiter?: CsvSeparator
  lineEnd?: '\r\n' | '\n'
}

/** Matches characters at which some spreadsheet or parser would split a cell that is not quoted. */
const needsQuotes = /[",;|\p{Cc}\p{Zl}\p{Zp}]/u

/**
 * Writes rows as CSV (RFC 4180). Guards texts, so that spreadsheets do not read them as formulas. Does not guard
 * numbers, so that -54.5 stays a number.
 * @returns the rows as text, each with its line end.
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
