import { setImmediate as nextTurn } from 'node:timers/promises'
import { plainTitle } from '@tocsin/contract/csv/plain-title.ts'
import { openCsv } from '@tocsin/contract/csv/read.ts'
import type { CsvRecord } from '@tocsin/contract/csv/read-records.ts'
import { UnreadableCsv } from '@tocsin/contract/csv/unreadable.ts'
import { importMaximumLines, nameMaxLength } from '@tocsin/contract/limits.ts'
import {
  importColumns,
  importRejections,
  type ImportRejection,
  type RejectedLine,
} from '@tocsin/contract/console/location-import.ts'
import { Problem } from '../../problem.ts'
import { isStorableText } from '@tocsin/contract/storable-text.ts'

/** Line that could be read: a location, its external id, and a point in that location. */
export interface LocationLine {
  line: number
  location: string
  externalId: string | undefined
  point: string | undefined
}

export interface LocationFile {
  lines: LocationLine[]
  rejectedLines: RejectedLine[]
}

export const rejectionOf = (line: number, code: ImportRejection): RejectedLine => ({
  line,
  code,
  message: importRejections[code],
})

/** Maximum length of a CSV record, in UTF-16 code units. The longest valid record is far shorter. */
const recordMaximum = 16 * 1024

/**
 * Reads a CSV file of locations and points.
 * @returns the readable lines and the rejected lines, both in the order of the file.
 * @throws Problem `import_unreadable` when the content is not a CSV file with a column `location`, or has too many
 *   lines.
 */
export async function readLocationFile(content: Buffer): Promise<LocationFile> {
  try {
    return await readLines(content)
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error
    throw unreadable(error.message.charAt(0).toUpperCase() + error.message.slice(1))
  }
}

const unreadable = (detail: string): Problem => new Problem('import_unreadable', { detail })

async function readLines(content: Buffer): Promise<LocationFile> {
  const file: LocationFile = { lines: [], rejectedLines: [] }
  let columns: Columns | undefined
  const csv = await openCsv(piecesOf(content), recordMaximum)
  for await (const records of csv.records) {
    for (const record of records) {
      // An open quotation mark makes all later lines part of its cell, so reject the whole file.
      if (record.violation?.code === 'unclosed_quote') throw new UnreadableCsv(record.violation.message)
      // The header line does not count towards the maximum.
      if (record.line > importMaximumLines + 1) throw unreadable(`The file has more than ${importMaximumLines} lines.`)
      if (!columns) columns = columnsOf(record.cells)
      else addLine(file, columns, record)
    }
  }
  if (!columns) throw unreadable('The file is empty.')
  return file
}

const pieceBytes = 64 * 1024

/** Splits the content into chunks, so that the server can handle other requests between the chunks. */
async function* piecesOf(content: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < content.length; start += pieceBytes) {
    yield content.subarray(start, start + pieceBytes)
    await nextTurn()
  }
}

interface Columns {
  /** Index of each column of `importColumns` in the file, counted from 0; -1 if the file lacks the column. */
  places: number[]
  isTitled: (place: number) => boolean
}

function columnsOf(head: string[]): Columns {
  const titles = head.map(plainTitle)
  const places = importColumns.map((name) => titles.indexOf(name.toLowerCase()))
  if (places[0] === -1) throw unreadable('The first line names no column "location".')
  return { places, isTitled: (place) => !!titles[place] }
}

function addLine(file: LocationFile, { places, isTitled }: Columns, { cells, line, violation }: CsvRecord): void {
  const [location = '', externalId = '', point = ''] = places.map((place) => (cells[place] ?? '').trim())
  const isRagged = violation !== undefined || cells.some((cell, place) => cell.trim() !== '' && !isTitled(place))
  const rejection = isRagged ? 'unreadable' : rejectionOfValues(location, [location, externalId, point])
  if (rejection) file.rejectedLines.push(rejectionOf(line, rejection))
  else file.lines.push({ line, location, externalId: externalId || undefined, point: point || undefined })
}

function rejectionOfValues(location: string, values: string[]): ImportRejection | undefined {
  if (location === '') return 'location_missing'
  if (values.some((value) => [...value].length > nameMaxLength)) return 'too_long'
  return values.every(isStorableText) ? undefined : 'invalid_text'
}
