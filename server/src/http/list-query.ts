import { limitDefault, limitMaximum, type ListFilter, type ListMeta } from '@tocsin/contract/list.ts'
import type { Violation } from '@tocsin/contract/problem.ts'
import { readFilter, type FilterKind } from './list-filter.ts'
import { decodeCursor, readSort, sortFault, sortText, type Cursor, type SortKey, type SortKind } from './list-sort.ts'

/** What one list can be asked for. */
export interface ListShape<SortName extends string = string, FilterName extends string = string> {
  sorts: Record<SortName, SortKind>
  filters: Record<FilterName, FilterKind>
  /** The order when none is asked for, or when what is asked for cannot be applied. */
  defaultSort: SortKey<SortName>[]
}

/** A filter that runs: empty `values` match nothing. */
export interface AppliedFilter<FilterName extends string = string> extends ListFilter {
  parameter: FilterName
}

export interface ListQuery<SortName extends string = string, FilterName extends string = string> {
  limit: number
  offset: number
  /** In order of precedence; ties end on id, in the direction of the last key. */
  sort: SortKey<SortName>[]
  sortRequested: string | null
  filters: AppliedFilter<FilterName>[]
  /** Where the page before this one ended. */
  after: Cursor | undefined
  /** Something asked for can never be: an impossible filter, a cursor that cannot be read. */
  matchesNothing: boolean
  /** Everything wrong with the query. Whether that matters is the operation's decision. */
  faults: Violation[]
  ignoredParameters: string[]
}

export type RawQuery = Record<string, string | string[] | undefined>

/**
 * Reads the query parameters of a list. It never refuses: what is wrong is put right in the way that returns less, and
 * named in `faults`.
 * @see design 4, List query
 */
export function readListQuery<SortName extends string, FilterName extends string>(
  shape: ListShape<SortName, FilterName>,
  raw: RawQuery,
): ListQuery<SortName, FilterName> {
  const faults: Violation[] = []
  const limit = readInteger('limit', raw.limit, { minimum: 1, maximum: limitMaximum, absent: limitDefault }, faults)
  const offset = readInteger('offset', raw.offset, { minimum: 0, maximum: Number.MAX_SAFE_INTEGER, absent: 0 }, faults)
  const requested = raw.sort === undefined ? undefined : readSort(shape.sorts, allOf(raw.sort))
  if (raw.sort !== undefined && !requested) faults.push(sortFault(shape.sorts))
  const sort = requested ?? shape.defaultSort
  const filters = readFilters(shape, raw, faults)
  const after = raw.cursor === undefined ? undefined : decodeCursor(shape.sorts, sort, lastOf(raw.cursor))
  const hasUnreadableCursor = raw.cursor !== undefined && !after
  if (hasUnreadableCursor) faults.push(fault('cursor', 'The cursor is not one of this list and this sort.'))
  const ignoredParameters = Object.keys(raw).filter((name) => !isParameter(shape, name))
  for (const parameter of ignoredParameters) {
    faults.push({ parameter, code: 'unknown_parameter', message: `There is no parameter ${parameter}.` })
  }
  return {
    limit,
    // A cursor already says how far the walk has come.
    offset: after ? 0 : offset,
    sort,
    sortRequested: requested ? sortText(requested) : null,
    filters,
    after,
    matchesNothing: hasUnreadableCursor || filters.some(({ values }) => values.length === 0),
    faults,
    ignoredParameters,
  }
}

/** What `meta` says of a page. */
export const listMeta = (query: ListQuery, count: number): ListMeta => ({
  offset: query.offset,
  limit: query.limit,
  count,
  sort: query.sortRequested,
  filter: query.filters.map(({ field, operator, values }) => ({ field, operator, values })),
})

const paging = new Set(['limit', 'offset', 'sort', 'cursor'])

const isParameter = (shape: ListShape, name: string): boolean => paging.has(name) || Object.hasOwn(shape.filters, name)

interface Range {
  minimum: number
  maximum: number
  absent: number
}

function readInteger(name: string, raw: RawQuery[string], range: Range, faults: Violation[]): number {
  if (raw === undefined) return range.absent
  if (Array.isArray(raw)) {
    faults.push({ parameter: name, code: 'repeated_parameter', message: `${name} may be given once.` })
  }
  const text = lastOf(raw)
  const value = /^[+-]?\d+$/.test(text) ? Number(text) : NaN
  if (value >= range.minimum && value <= range.maximum) return value
  faults.push(fault(name, `${name} must be an integer from ${range.minimum} to ${range.maximum}.`))
  return Number.isNaN(value) ? range.absent : Math.min(Math.max(value, range.minimum), range.maximum)
}

function readFilters<FilterName extends string>(
  shape: ListShape<string, FilterName>,
  raw: RawQuery,
  faults: Violation[],
): AppliedFilter<FilterName>[] {
  const names = Object.keys(shape.filters) as FilterName[]
  return names.flatMap((parameter) => {
    const texts = raw[parameter]
    if (texts === undefined) return []
    const { filter, message } = readFilter(shape.filters[parameter], parameter, allOf(texts))
    if (message) faults.push(fault(parameter, message))
    return filter ? [{ parameter, ...filter }] : []
  })
}

const allOf = (raw: string | string[]): string[] => (Array.isArray(raw) ? raw : [raw])
const lastOf = (raw: string | string[]): string => allOf(raw).at(-1) ?? ''

const fault = (parameter: string, message: string): Violation => ({ parameter, code: 'invalid_value', message })
