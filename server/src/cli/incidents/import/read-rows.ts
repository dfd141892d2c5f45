import type { Readable } from 'node:stream'
import { unguardCell } from '@tocsin/contract/csv/guard.ts'
import { openCsv, type OpenCsv } from '@tocsin/contract/csv/read.ts'
import type { CsvRecord } from '@tocsin/contract/csv/read-records.ts'
import type { CsvSeparator } from '@tocsin/contract/csv/separator.ts'
import { UnreadableCsv } from '@tocsin/contract/csv/unreadable.ts'
import { isReport, readCells, readHead, type Cells, type Place } from './columns.ts'
import type { Source } from './find-source.ts'

/** One row of the file. */
export interface Row {
  /** Line in which it begins. */
  line: number
  /** Part of the file that has been read with it, 0 to 1; undefined while the length of the file is unknown. */
  share: number | undefined
  cells: Cells
  /** Separator of the cells in the file. */
  delimiter: CsvSeparator
  /** Cells without a title, up to the last that is not empty: which cell is which cannot be known. */
  surplus: string[]
  /** Sentence about quotation marks that cannot be read for certain. */
  fault: string | undefined
}

/** More than the API takes as a body. */
const rowMaximum = 2 * 1024 * 1024

/**
 * Reads a CSV file row by row, as fast as rows are taken, whatever its size.
 * @throws the reason of `signal`; Error for unknown columns, and for a file that is no CSV.
 */
export async function* readRows(source: Source, signal: AbortSignal): AsyncGenerator<Row, void, undefined> {
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
    for await (const record of csv.records) {
      if (record.violation?.code === 'unclosed_quote') throw new UnreadableCsv(lowerCase(record.violation.message))
      if (!places) {
        places = readHead(record.cells)
        isGuarded = isReport(record.cells)
        continue
      }
      if (isGuarded) record.cells = record.cells.map(unguardCell)
      yield rowOf(record, places, { csv, share: shareOf(record, csv, bytes, source) })
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
): Row => ({ ...readCells(places, cells), line, share, delimiter: csv.separator, fault: violation?.message })

/** Bytes are counted where pieces are read, records in characters: the two are in proportion. */
const shareOf = ({ end }: CsvRecord, { length }: OpenCsv, bytes: number, { sizeBytes }: Source): number | undefined =>
  sizeBytes === undefined ? undefined : Math.min(1, (bytes / sizeBytes) * (end / length))
