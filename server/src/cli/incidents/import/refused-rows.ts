import { constants, createWriteStream, type WriteStream } from 'node:fs'
import { access, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { finished } from 'node:stream/promises'
import type { CsvSeparator } from '@tocsin/contract/csv/separator.ts'
import { byteOrderMark, writeCsv, type CsvCell } from '@tocsin/contract/csv/write.ts'
import { onOneLine, writeData, writeMessage } from '../../output.ts'
import { describeViolation } from '../../describe-violation.ts'
import { importColumns, reportColumns, type Cells, type ImportColumn } from './columns.ts'
import type { JudgedRow, Outcome } from './send-rows.ts'

export interface RefusedRows {
  /**
   * Hears of each row, refused or not.
   * @throws Error when the file could not be written.
   */
  hear(judged: JudgedRow): void
  /** Tells people what was refused, and finishes the file. */
  end(): Promise<void>
}

type Refusal = Extract<Outcome, { kind: 'refused' }>

/** How many are told on the terminal; all of them are in the file. */
const toldMaximum = 20

/**
 * Reports the rows that are refused: as JSON, a line each, or in words when the import has ended; and in a CSV file that
 * can be corrected and imported itself.
 */
export function reportRefusedRows(file: string | undefined, json: true | undefined): RefusedRows {
  let report: ReportFile | undefined
  const told: string[] = []
  let count = 0
  return {
    hear(judged) {
      // Not before: what an earlier import left there outlives one that ends at its columns or its key.
      const { delimiter } = judged.row
      if (file !== undefined) report ??= openFile(file, delimiter)
      if (report?.stream.errored) throw report.stream.errored
      const refusal = judged.outcome
      if (refusal.kind !== 'refused') return
      count++
      report?.stream.write(rowOf(cellsOf(judged, refusal), delimiter))
      if (json) writeData(JSON.stringify({ refused: documentOf(judged, refusal) }))
      else if (told.length < toldMaximum) told.push(`line ${judged.row.line}: ${textOf(refusal)}`)
    },
    async end() {
      for (const line of told) writeMessage(onOneLine(line))
      if (!json && count > told.length) {
        writeMessage(`… and ${count - told.length} more${file === undefined ? '; --refused FILE writes them all' : ''}`)
      }
      report?.stream.end()
      await report?.written
    },
  }
}

/**
 * Before anything is sent, and without touching what an earlier import left there.
 * @throws Error when the file of refused rows could not be written.
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
  /** Rejects when it cannot be opened or written. */
  written: Promise<void>
}

/** Spreadsheets read the file as they wrote the imported one; without the mark at its beginning they take it for no UTF-8. */
function openFile(path: string, delimiter: CsvSeparator): ReportFile {
  const stream = createWriteStream(path)
  const written = finished(stream)
  // Whoever waits for it at the end is told; meanwhile it ends no process.
  written.catch(() => undefined)
  stream.write(byteOrderMark + rowOf([...importColumns, ...reportColumns], delimiter))
  return { stream, written }
}

/**
 * With its clientRequestId: corrected or not, it stays the creation that it was. With its surplus behind the last column,
 * where it is refused again until it is corrected.
 */
const cellsOf = ({ row, clientRequestId }: JudgedRow, refusal: Refusal): CsvCell[] => [
  ...importColumns.map((column) => (column === 'clientRequestId' ? clientRequestId : cellOf(column, row.cells))),
  row.line,
  textOf(refusal),
  ...row.surplus,
]

/** Coordinates stay numbers: a guard would make text of -33.9. */
function cellOf(column: ImportColumn, { [column]: text = '' }: Cells): CsvCell {
  const isNumber = (column === 'latitude' || column === 'longitude') && String(Number(text)) === text
  return isNumber ? Number(text) : text
}

const rowOf = (cells: CsvCell[], delimiter: CsvSeparator): string => writeCsv([cells], { delimiter, lineEnd: '\n' })

function textOf({ code, detail, violations, requestId }: Refusal): string {
  const faults = violations.map((violation) => describeViolation((violation.pointer ?? '').slice(1), violation))
  const text = faults.length > 0 ? faults.join(' ') : `${code}: ${detail}`
  return requestId === null ? text : `${text} (request id ${requestId})`
}

const documentOf = ({ row, clientRequestId }: JudgedRow, { code, detail, violations, requestId }: Refusal) => ({
  line: row.line,
  clientRequestId,
  code,
  detail,
  violations,
  requestId,
})
