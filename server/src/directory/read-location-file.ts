import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { importMaximumLines, nameMaxLength } from '@tocsin/contract/limits.ts'
import {
  importColumns,
  importRefusals,
  type ImportRefusal,
  type RefusedLine,
} from '@tocsin/contract/location-import.ts'
import { parse, type CsvError, type Info } from 'csv-parse'
import { delimiterOf } from '../csv-delimiter.ts'
import { Problem } from '../problem.ts'
import { isStorableText } from '../storable-text.ts'

/** One line that can be read: a Location, what it is called elsewhere, and one of its Points. */
export interface LocationLine {
  line: number
  location: string
  externalId: string | undefined
  point: string | undefined
}

export interface LocationFile {
  lines: LocationLine[]
  refused: RefusedLine[]
}

export const refusalOf = (line: number, code: ImportRefusal): RefusedLine => ({
  line,
  code,
  message: importRefusals[code],
})

/**
 * Reads a CSV file of Locations and Points.
 * @returns the lines that can be imported, in the order of the file, and those that cannot.
 * @throws Problem `import_unreadable` when it is no such file at all, or too long.
 */
export async function readLocationFile(content: Buffer): Promise<LocationFile> {
  if (!isUtf8(content)) throw new Problem('import_unreadable', { detail: 'The file is not UTF-8 text.' })
  // Before it is read, so that what is kept of it is bounded; the first line and an empty last one do not count.
  if (Math.max(countOf('\n', content), countOf('\r', content)) > importMaximumLines + 1) {
    throw new Problem('import_unreadable', { detail: `The file has more than ${importMaximumLines} lines.` })
  }
  const { records, refused } = await readRecords(content)
  const [head, ...rest] = records
  const columns = columnsOf(head?.record ?? [])
  const file: LocationFile = { lines: [], refused }
  for (const { record, info } of rest) {
    const [location = '', externalId = '', point = ''] = columns.map((column) => record[column] ?? '')
    const refusal = refusalOfValues(location, [location, externalId, point])
    if (refusal) file.refused.push(refusalOf(info.lines, refusal))
    else file.lines.push({ line: info.lines, location, externalId: externalId || undefined, point: point || undefined })
  }
  return file
}

function countOf(character: string, content: Buffer): number {
  let count = 0
  for (let at = content.indexOf(character); at !== -1; at = content.indexOf(character, at + 1)) count++
  return count
}

/** In UTF-16 code units: many times what the three values of a line may have. */
const recordMaximumLength = 16 * 1024
/** The parser may stumble over every character of a line, and each time costs as much as a hundred good lines. */
const stumblesMaximum = 1_000

interface CsvRecord {
  record: string[]
  info: Info
}

async function readRecords(content: Buffer): Promise<{ records: CsvRecord[]; refused: RefusedLine[] }> {
  const records: CsvRecord[] = []
  const refused: RefusedLine[] = []
  let stumbles = 0
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(content.subarray(0, 1_000).toString('utf8')),
    info: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count_less: true,
    max_record_size: recordMaximumLength,
    skip_records_with_error: true,
    on_skip: (error: CsvError | undefined) => {
      const line = Number(error?.lines ?? 0)
      if (error?.code === 'CSV_MAX_RECORD_SIZE') throw endless(line)
      if (++stumbles > stumblesMaximum) throw new Problem('import_unreadable', { detail: 'The file is not CSV.' })
      if (refused.at(-1)?.line !== line) refused.push(refusalOf(line, 'unreadable'))
      return undefined
    },
  })
  for await (const record of Readable.from(piecesOf(content)).pipe(parser)) records.push(record as CsvRecord)
  return { records, refused }
}

const pieceBytes = 64 * 1024

/** In pieces, so that other requests have their turn between them. */
async function* piecesOf(content: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < content.length; start += pieceBytes) {
    yield content.subarray(start, start + pieceBytes)
    await nextTurn()
  }
}

const endless = (line: number): Problem =>
  new Problem('import_unreadable', {
    detail: `Line ${line} does not end: check that a quotation mark before it has its counterpart.`,
  })

/** Where in a record the values stand, in the order of `importColumns`; -1 for a column that is not there. */
function columnsOf(head: string[]): number[] {
  const names = head.map((name) => name.toLowerCase())
  const columns = importColumns.map((name) => names.indexOf(name.toLowerCase()))
  if (columns[0] === -1) {
    throw new Problem('import_unreadable', { detail: 'The first line names no column "location".' })
  }
  return columns
}

function refusalOfValues(location: string, values: string[]): ImportRefusal | undefined {
  if (location === '') return 'location_missing'
  if (values.some((value) => [...value].length > nameMaxLength)) return 'too_long'
  return values.every(isStorableText) ? undefined : 'invalid_text'
}
