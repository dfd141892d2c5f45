import type { WrittenIncident } from '../compose.ts'

/** What a column of the file may be called, besides in other case and with spaces, `_` or `-` between its words. */
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

/** The cells of a line that have something in them. */
export type Cells = Partial<Record<ImportColumn, string>>

/** What a report of refused rows has besides; skipped, so that it can be imported once it is corrected. */
export const reportColumns = ['line', 'problem'] as const

/**
 * Finds which column stands where.
 * @returns for each place the column; undefined for one to skip.
 * @throws Error naming what is not known: a misspelt column would be lost without a word.
 */
export function readHead(head: string[]): (ImportColumn | undefined)[] {
  const unknown: string[] = []
  const columns = head.map((title) => {
    const plain = plainOf(title)
    if (reportColumns.some((column) => column === plain)) return undefined
    const column = importColumns.find((one) => one.toLowerCase() === plain || `${one.toLowerCase()}id` === plain)
    if (!column) unknown.push(title)
    return column
  })
  const known = columns.filter((column) => column !== undefined)
  if (unknown.length > 0 || known.length === 0) {
    const which =
      unknown.length > 0
        ? `There is no column ${unknown.map((title) => `"${title}"`).join(', ')}`
        : 'There are no columns'
    throw new Error(`${which}; the first line must name some of: ${importColumns.join(', ')}.`)
  }
  const repeated = known.find((column, index) => known.indexOf(column) !== index)
  if (repeated) throw new Error(`The column "${repeated}" appears twice.`)
  return columns
}

const plainOf = (title: string): string =>
  title
    .trim()
    .replace(/[\s_-]/g, '')
    .toLowerCase()

/** Text is taken as it is; of all else, spaces around it mean nothing. */
const isText = (column: ImportColumn): boolean => ['name', 'description', 'externalId'].includes(column)

export function readCells(columns: (ImportColumn | undefined)[], record: string[]): Cells {
  const cells: Cells = {}
  for (const [index, column] of columns.entries()) {
    if (!column) continue
    const cell = record[index] ?? ''
    const value = isText(column) ? cell : cell.trim()
    if (value !== '') cells[column] = value
  }
  return cells
}

/** Tags stand in one cell, separated by semicolons. */
export const toWritten = ({ tags, ...cells }: Cells): WrittenIncident => ({
  ...cells,
  ...(tags !== undefined && {
    tags: tags
      .split(';')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  }),
})
