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
   * Adds a row, refused or not.
   * @throws Error when the file could not be written.
   */
  add(result: RowResult): void
  /** Prints the refused rows for people and finishes the file. */
  end(): Promise<void>
}

type Rejection = Extract<Outcome, { kind: 'refused' }>

/** Maximum number of refused rows printed on the terminal. The file has all of them. */
const printedMaximum = 20

/**
 * Reports refused rows: as lines of JSON, or in words at the end of the import. Also writes them to a CSV file, which
 * can be corrected and imported.
 */
export function reportRefusedRows(file: string | undefined, json: true | undefined): RefusedRows {
  let report: ReportFile | undefined
  const printed: string[] = []
  let count = 0
  return {
    add(result) {
      // Open the file with the first row, so that an import that fails before leaves an earlier file alone.
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
 * Checks that the file of refused rows can be written, without changing an existing file.
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
  /** Rejects when the file cannot be opened or written. */
  written: Promise<void>
}

/** Opens the file with the delimiter of the imported one and a byte order mark, so that spreadsheets read it as UTF-8. */
function openFile(path: string, delimiter: CsvSeparator): ReportFile {
  const stream = createWriteStream(path)
  const written = finished(stream)
  // `end` awaits the error; until then it must not count as an unhandled rejection.
  written.catch(() => undefined)
  stream.write(byteOrderMark + rowOf([...importColumns, ...reportColumns], delimiter))
  return { stream, written }
}

/**
 * Returns the cells of a refused row. They include its clientRequestId, so that importing the corrected row again creates
 * nothing twice, and its surplus cells after the last column, so that the row stays refused until it is corrected.
 */
const cellsOf = ({ row, clientRequestId }: RowResult, rejection: Rejection): CsvCell[] => [
  ...importColumns.map((column) => (column === 'clientRequestId' ? clientRequestId : cellOf(column, row.cells))),
  row.line,
  textOf(rejection),
  ...row.surplus,
]

/** Returns coordinates as numbers, because the guard would turn -33.9 into text. */
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
