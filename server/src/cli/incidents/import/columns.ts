import { plainTitle } from '@tocsin/contract/csv/plain-title.ts'
import type { WrittenIncident } from '../compose.ts'
import { readCoordinate, readTags, readTime } from './read-values.ts'

/**
 * Columns that an import file may have. Titles in the file may be in upper or lower case, and have spaces, `_` or `-`
 * between their words.
 */
export const importColumns = [
  'name',
  'description',
  'type',
  'category',
  'priority',
  'location',
  'point',
  'assignee',
  'occurredAt',
  'tags',
  'latitude',
  'longitude',
  'externalId',
  'configVersion',
  'clientRequestId',
] as const satisfies (keyof WrittenIncident)[]

export type ImportColumn = (typeof importColumns)[number]

/** Cells of a row that are not empty, keyed by column. */
export type Cells = Partial<Record<ImportColumn, string>>

/** Additional columns in a report of refused rows. An import skips them, so that it can read a corrected report. */
export const reportColumns = ['line', 'problem'] as const

/**
 * Returns true for the header row of a report of refused rows. In such a file, `writeCsv` has put an apostrophe before
 * each cell that looks like a formula.
 */
export const isReport = (head: string[]): boolean =>
  reportColumns.every((column) => head.some((title) => plainTitle(title) === column))

/** Kind of column at one position of a row: an import column, a skipped column, or a column without a title. */
export type Place = ImportColumn | 'skipped' | 'untitled'

/**
 * Finds the columns that a header names. Columns without a title are allowed, because spreadsheets write all rows with
 * as many cells as the longest row.
 * @throws Error that names the unknown columns. Ignoring a misspelt column would lose its values silently.
 * @throws Error for a repeated column, or if the header names no column.
 */
export function readHead(head: string[]): Place[] {
  const places = head.map(placeOf)
  const unknown = head.filter((_, index) => places[index] === undefined)
  if (unknown.length > 0) {
    throw new Error(
      `There is no column ${unknown.slice(0, namedMaximum).map(quoted).join(', ')}; the first line must name some of: ${importColumns.join(', ')}.`,
    )
  }
  const known = places.filter((place) => place !== 'skipped' && place !== 'untitled')
  if (known.length === 0) {
    throw new Error(`There are no columns; the first line must name some of: ${importColumns.join(', ')}.`)
  }
  const repeated = known.find((column, index) => known.indexOf(column) !== index)
  if (repeated) throw new Error(`The column "${repeated}" appears twice.`)
  return places as Place[]
}

const namedMaximum = 20

const quoted = (title: string): string => `"${title.length > 60 ? `${title.slice(0, 60)}…` : title}"`

/** Returns the column that a title names; undefined for an unknown title. */
function placeOf(title: string): Place | undefined {
  const plain = plainTitle(title)
  if (plain === '') return 'untitled'
  if (reportColumns.some((column) => column === plain)) return 'skipped'
  return importColumns.find((one) => one.toLowerCase() === plain || `${one.toLowerCase()}id` === plain)
}

/** Returns true for a column with free text, in which white space is significant. */
const isText = (column: ImportColumn): boolean => ['name', 'description', 'externalId'].includes(column)

/** Splits a record into the cells of known columns and the surplus cells, which are in columns without a title. */
export function readCells(places: Place[], record: string[]): { cells: Cells; surplus: string[] } {
  const cells: Cells = {}
  const untitled: string[] = []
  for (let index = 0; index < Math.max(places.length, record.length); index++) {
    const cell = record[index] ?? ''
    const place = places[index] ?? 'untitled'
    if (place === 'skipped') continue
    if (place === 'untitled') {
      untitled.push(cell)
      continue
    }
    const value = isText(place) ? cell : cell.trim()
    if (value !== '') cells[place] = value
  }
  return { cells, surplus: untitled.slice(0, untitled.findLastIndex((cell) => cell.trim() !== '') + 1) }
}

/**
 * Converts the times, coordinates and tags of a row from the forms that spreadsheets write. Leaves unreadable values
 * unchanged, because the server rejects them.
 */
export const toWritten = ({ tags, occurredAt, latitude, longitude, ...cells }: Cells): WrittenIncident => ({
  ...cells,
  ...(tags !== undefined && { tags: readTags(tags) }),
  ...(occurredAt !== undefined && { occurredAt: readTime(occurredAt) }),
  ...(latitude !== undefined && { latitude: readCoordinate(latitude) }),
  ...(longitude !== undefined && { longitude: readCoordinate(longitude) }),
})
