import { constants, createWriteStream, type WriteStream } from 'node:fs'
import { access, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { finished } from 'node:stream/promises'
import type { CsvSeparator } from '@tocsin/contract/csv/separator.ts'
import { byteOrderMark, writeCsv, type CsvCell } from '@tocsin/contract/csv/write.ts'
import { onOneLine, writeData, writeMessage } from '../../output.ts'
import { describeViolation } from '../../describe-violation.ts'
import { importColumns, reportColumns, type Cells, type ImportColumn } from './columns.ts'
import type { RowResult, Outcome } from './send-rows.ts'

export interface RefusedRows {
  /**
   * Receives the result of a row, and reports the row if it was refused.
   * @throws Error when the CSV file could not be written.
   */
  add(result: RowResult): void
  /** Finishes the CSV file. Prints the refused rows as text if `add` has not printed them as JSON. */
  end(): Promise<void>
}

type Rejection = Extract<Outcome, { kind: 'refused' }>

/** Maximum number of refused rows that are printed as text. The CSV file contains all refused rows. */
const printedMaximum = 20

/**
 * Makes the reporter of refused rows. With `json`, each row is printed at once as a line of JSON. Otherwise, the rows
 * are printed as text at the end of the import. If `file` is given, the rows are also written to this CSV file, which
 * the user can correct and import.
 */
export function reportRefusedRows(file: string | undefined, json: true | undefined): RefusedRows {
  let report: ReportFile | undefined
  const printed: string[] = []
  let count = 0
  return {
    add(result) {
      // Open the file only when the first row arrives. An import that fails before its first row leaves an existing
      // file unchanged.
      const { delimiter } = result.row
      if (file !== undefined) report ??= openFile(file, delimiter)
      if (report?.stream.errored) throw report.stream.errored
      const rejection = result.outcome
      if (rejection.kind !== 'refused') return
      count++
      report?.stream.write(rowOf(cellsOf(result, rejection), delimiter))
      if (json) writeData(JSON.stringify({ refused: documentOf(result, rejection) }))
      else if (printed.length < printedMaximum) printed.push(`line ${result.row.line}: ${textOf(rejection)}`)
    },
    async end() {
      for (const line of printed) writeMessage(onOneLine(line))
      if (!json && count > printed.length) {
        writeMessage(
          `… and ${count - printed.length} more${file === undefined ? '; --refused FILE writes them all' : ''}`,
        )
      }
      report?.stream.end()
      await report?.written
    },
  }
}

/**
 * Checks that the CSV file of refused rows can be written, without changing an existing file.
 * @throws Error when it cannot be written.
 */
export async function checkWritable(file: string): Promise<void> {
  try {
    const opened = await open(file, 'r+')
    await opened.close()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await access(dirname(file), constants.W_OK)
  }
}

interface ReportFile {
  stream: WriteStream
  /** Resolves when the file is complete. Rejects when it cannot be opened or written. */
  written: Promise<void>
}

/**
 * Opens the CSV file of refused rows, with the delimiter of the imported file. A byte order mark makes spreadsheets
 * read the file as UTF-8.
 */
function openFile(path: string, delimiter: CsvSeparator): ReportFile {
  const stream = createWriteStream(path)
  const written = finished(stream)
  // `end` awaits this promise and reports its error. Until then, the error must not count as an unhandled rejection.
  written.catch(() => undefined)
  stream.write(byteOrderMark + rowOf([...importColumns, ...reportColumns], delimiter))
  return { stream, written }
}

/**
 * Returns the cells of a refused row. The clientRequestId prevents a second incident when the corrected row is
 * imported. Cells beyond the last column are included, so that the row is refused again until the user corrects it.
 */
const cellsOf = ({ row, clientRequestId }: RowResult, rejection: Rejection): CsvCell[] => [
  ...importColumns.map((column) => (column === 'clientRequestId' ? clientRequestId : cellOf(column, row.cells))),
  row.line,
  textOf(rejection),
  ...row.surplus,
]

/**
 * Returns a readable coordinate as a number, and any other cell as text. `writeCsv` would put an apostrophe before the
 * text -33.9, because text that begins with a hyphen may be a formula.
 */
function cellOf(column: ImportColumn, { [column]: text = '' }: Cells): CsvCell {
  const isNumber = (column === 'latitude' || column === 'longitude') && String(Number(text)) === text
  return isNumber ? Number(text) : text
}

const rowOf = (cells: CsvCell[], delimiter: CsvSeparator): string => writeCsv([cells], { delimiter, lineEnd: '\n' })

function textOf({ code, detail, violations, requestId }: Rejection): string {
  const sentences = violations.map((violation) => describeViolation((violation.pointer ?? '').slice(1), violation))
  const text = sentences.length > 0 ? sentences.join(' ') : `${code}: ${detail}`
  return requestId === null ? text : `${text} (request id ${requestId})`
}

const documentOf = ({ row, clientRequestId }: RowResult, { code, detail, violations, requestId }: Rejection) => ({
  line: row.line,
  clientRequestId,
  code,
  detail,
  violations,
  requestId,
})
