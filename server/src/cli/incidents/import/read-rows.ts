import { pipeline, Readable } from 'node:stream'
import { CsvError, parse, type Info, type Parser } from 'csv-parse'
import { delimiterOf, type CsvDelimiter } from '../../../csv-delimiter.ts'
import { readCells, readHead, type Cells, type ImportColumn } from './columns.ts'
import type { Source } from './find-source.ts'

/** One row of the file. */
export interface Row {
  /** Where it ends. */
  line: number
  /** How far into the file it reaches, 0 to 1; undefined where nobody knows how long that is. */
  share: number | undefined
  cells: Cells
  /** What separates the cells of the file. */
  delimiter: CsvDelimiter
  /** Cells behind the last column, up to the last with something in it: which cell is which cannot be told. */
  surplus: string[]
}

/** More than the API takes as a body. */
const rowMaxBytes = 2 * 1024 * 1024

/**
 * Reads a CSV file row by row, as fast as rows are taken, whatever its size.
 * @throws the reason of `signal`; Error when its first line names other columns, when it is not UTF-8, or where its
 *   quotes do not match: what follows could be anything.
 */
export async function* readRows(source: Source, signal: AbortSignal): AsyncGenerator<Row, void, undefined> {
  let columns: (ImportColumn | undefined)[] | undefined
  try {
    const { delimiter, records } = await openCsv(source, signal)
    for await (const { record, info } of records) {
      if (!columns) columns = readHead(record)
      else yield { ...cellsOf(columns, record), line: info.lines, share: shareOf(info, source), delimiter }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new Error(`${source.name} cannot be read as CSV: ${error.message}.`, { cause: error })
  }
  if (!columns) throw new Error(`${source.name} is empty.`)
}

const shareOf = ({ bytes }: Info, { sizeBytes }: Source): number | undefined =>
  sizeBytes === undefined ? undefined : Math.min(1, bytes / sizeBytes)

async function openCsv(source: Source, signal: AbortSignal) {
  const pieces = readText(source, signal)
  const first = await readFirstLine(pieces)
  const delimiter = delimiterOf(first)
  const parser: Parser = parse({
    bom: true,
    delimiter,
    info: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: rowMaxBytes,
  })
  // An error of the file is thrown where the rows are read.
  pipeline(Readable.from(joined(first, pieces)), parser, () => undefined)
  return { delimiter, records: parser as AsyncIterable<{ record: string[]; info: Info }> }
}

/** A pipe may bring it in many pieces. @returns it and what came with it. */
async function readFirstLine(pieces: AsyncGenerator<string, void, undefined>): Promise<string> {
  let read = ''
  while (!read.includes('\n') && read.length < rowMaxBytes) {
    const { value, done } = await pieces.next()
    if (done) break
    read += value
  }
  return read
}

async function* readText({ name, read }: Source, signal: AbortSignal): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  try {
    for await (const piece of read(signal) as AsyncIterable<Buffer>) {
      yield decoder.decode(piece, { stream: true })
    }
    yield decoder.decode()
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof TypeError)) throw error
    throw new Error(`${name} is not UTF-8 text.`, { cause: error })
  }
}

async function* joined(first: string, rest: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  yield first
  yield* rest
}

function cellsOf(columns: (ImportColumn | undefined)[], record: string[]): Pick<Row, 'cells' | 'surplus'> {
  const behind = record.slice(columns.length)
  return {
    cells: readCells(columns, record),
    surplus: behind.slice(0, behind.findLastIndex((cell) => cell.trim() !== '') + 1),
  }
}
