import type { Readable } from 'node:stream'
import { unguardCell } from '@tocsin/contract/csv/guard.ts'
import { openCsv, type OpenCsv } from '@tocsin/contract/csv/read.ts'
import type { CsvRecord } from '@tocsin/contract/csv/read-records.ts'
import type { CsvSeparator } from '@tocsin/contract/csv/separator.ts'
import { UnreadableCsv } from '@tocsin/contract/csv/unreadable.ts'
import { isReport, readCells, readHead, type Cells, type Place } from './columns.ts'
import type { Source } from './find-source.ts'

/** Row of an import file. */
export interface Row {
  /** Number of the line in which the row begins. */
  line: number
  /** Share of the file up to the end of this row, 0 to 1; undefined when the length of the file is unknown. */
  share: number | undefined
  cells: Cells
  /** Separator of the cells in the import file. */
  delimiter: CsvSeparator
  /** Cells in columns without a title, up to the last cell that is not empty. */
  surplus: string[]
  /** Message about ambiguous quotation marks in the row; undefined if there are none. */
  violation: string | undefined
}

/** Maximum number of characters in a row. It is higher than the maximum size of a request body. */
const rowMaximum = 2 * 1024 * 1024

/**
 * Reads a CSV file of any size, no faster than the caller takes the rows. Yields the rows of each chunk as soon as the
 * chunk is read, because the program that writes to a pipe may pause.
 * @throws the reason of `signal` when it is aborted; Error for unknown columns or a file that is not CSV.
 */
export async function* readRows(source: Source, signal: AbortSignal): AsyncGenerator<Row[], void, undefined> {
  let places: Place[] | undefined
  let isGuarded = false
  let bytes = 0
  const counted = async function* () {
    for await (const piece of source.read(signal) as Readable & AsyncIterable<Buffer>) {
      bytes += piece.length
      yield piece
    }
  }
  try {
    const csv = await openCsv(counted(), rowMaximum)
    for await (const records of csv.records) {
      const rows: Row[] = []
      for (const record of records) {
        if (record.violation?.code === 'unclosed_quote') throw new UnreadableCsv(lowerCase(record.violation.message))
        if (!places) {
          places = readHead(record.cells)
          isGuarded = isReport(record.cells)
          continue
        }
        if (isGuarded) record.cells = record.cells.map(unguardCell)
        rows.push(rowOf(record, places, { csv, share: shareOf(record, csv, bytes, source) }))
      }
      yield rows
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof UnreadableCsv)) throw error
    throw new Error(`${source.name} cannot be read as CSV: ${error.message}`, { cause: error })
  }
  if (!places) throw new Error(`${source.name} is empty.`)
}

const lowerCase = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1)

const rowOf = (
  { cells, line, violation }: CsvRecord,
  places: Place[],
  { csv, share }: { csv: OpenCsv; share: number | undefined },
): Row => ({ ...readCells(places, cells), line, share, delimiter: csv.separator, violation: violation?.message })

/**
 * Estimates how much of the file lies before the end of a record, from 0 to 1. Multiplies the share of the file that
 * has been read by the share of the read text that ends with the record.
 */
const shareOf = ({ end }: CsvRecord, { length }: OpenCsv, bytes: number, { sizeBytes }: Source): number | undefined =>
  sizeBytes === undefined ? undefined : Math.min(1, (bytes / sizeBytes) * (end / length))
