import { plainTitle } from '@tocsin/contract/csv/plain-title.ts'
import type { WrittenIncident } from '../compose.ts'
import { readCoordinate, readTags, readTime } from './read-values.ts'

/** Columns of an import. Titles may use any case, and spaces, `_` or `-` between the words. */
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

/** Cells of a row that are not empty. */
export type Cells = Partial<Record<ImportColumn, string>>

/** Additional columns of the report of refused rows. An import skips them, so that it can read a corrected report. */
export const reportColumns = ['line', 'problem'] as const

/** Recognizes the header of a report of refused rows, whose cells `writeCsv` has guarded. */
export const isReport = (head: string[]): boolean =>
  reportColumns.every((column) => head.some((title) => plainTitle(title) === column))

/** Place of a cell: a column, a skipped column, or a place without a title. */
export type Place = ImportColumn | 'skipped' | 'untitled'

/**
 * Finds the columns that a header names. Places without a title are allowed, because spreadsheets write all rows as wide
 * as the widest.
 * @throws Error naming each unknown column, because a misspelt column would be lost silently.
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

/** @returns undefined for an unknown title. */
function placeOf(title: string): Place | undefined {
  const plain = plainTitle(title)
  if (plain === '') return 'untitled'
  if (reportColumns.some((column) => column === plain)) return 'skipped'
  return importColumns.find((one) => one.toLowerCase() === plain || `${one.toLowerCase()}id` === plain)
}

/** Checks if a column holds free text, whose white space is significant. */
const isText = (column: ImportColumn): boolean => ['name', 'description', 'externalId'].includes(column)

/** Splits a record into the cells of known columns and the surplus cells, which have no title. */
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

/** Reads times, numbers and tags as spreadsheets write them. Unreadable values stay unchanged; the server rejects them. */
export const toWritten = ({ tags, occurredAt, latitude, longitude, ...cells }: Cells): WrittenIncident => ({
  ...cells,
  ...(tags !== undefined && { tags: readTags(tags) }),
  ...(occurredAt !== undefined && { occurredAt: readTime(occurredAt) }),
  ...(latitude !== undefined && { latitude: readCoordinate(latitude) }),
  ...(longitude !== undefined && { longitude: readCoordinate(longitude) }),
})
