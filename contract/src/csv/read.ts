import { decodeText } from './decode.ts'
import { RecordReader, type CsvRecord } from './read-records.ts'
import { findSeparator, hasHead, type CsvSeparator } from './separator.ts'

export interface OpenCsv {
  separator: CsvSeparator
  /**
   * Records of the file, in arrays: each chunk of the file yields one array with the records that end in the chunk. The
   * first record has the column titles.
   */
  records: AsyncGenerator<CsvRecord[], void, undefined>
  /** Number of characters read from the file so far, including those of an incomplete record. */
  readonly length: number
}

/**
 * Opens a CSV file written by a spreadsheet or another program.
 * @param bytes content of the file, in chunks of any size.
 * @param recordMaximum maximum number of characters in a record.
 * @throws UnreadableCsv if the file is not CSV. Reading `records` can throw this error, too.
 */
export async function openCsv(bytes: AsyncIterable<Uint8Array>, recordMaximum: number): Promise<OpenCsv> {
  const pieces = decodeText(bytes)
  let start = ''
  while (!hasHead(start) && start.length < recordMaximum) {
    const { value, done } = await pieces.next()
    if (done) break
    start += value
  }
  const { separator, skipped } = findSeparator(start)
  let length = 0
  async function* read(): AsyncGenerator<CsvRecord[], void, undefined> {
    const reader = new RecordReader(separator, recordMaximum, { line: skipped > 0 ? 2 : 1, length: skipped })
    length = start.length
    yield [...reader.read(start.slice(skipped))]
    for await (const piece of pieces) {
      length += piece.length
      yield [...reader.read(piece)]
    }
    yield [...reader.end()]
  }
  return {
    separator,
    records: read(),
    get length() {
      return length
    },
  }
}
