import { limitDefault, limitMaximum } from '@tocsin/contract/limits.ts'
import type { ListFilter, ListMeta } from '@tocsin/contract/api/list.ts'
import type { Violation } from '@tocsin/contract/api/problem.ts'
import { isUuid, type Uuid } from '@tocsin/contract/scalars.ts'
import type { PageQuery, SortKey } from '../../database/paging/keyset.ts'
import { shorten } from '../../shorten.ts'
import { beyondCeilings } from './list-ceilings.ts'
import { readFilter, takesOneValue, type FilterKind } from './list-filter.ts'
import { decodeCursor, readSort, sortFault, sortText, type SortKind } from './list-sort.ts'

const pagingNames = ['limit', 'offset', 'sort', 'cursor'] as const

/** What one list can be asked for. */
export interface ListShape<SortName extends string = string, FilterName extends string = string> {
  /** Which of the parameters that every list has it takes: all of them unless given. */
  paging?: readonly (typeof pagingNames)[number][]
  sorts: Record<SortName, SortKind>
  filters: Record<FilterName, FilterKind>
  /** The order when none is asked for, or when what is asked for cannot be applied. */
  defaultSort: SortKey<SortName>[]
}

/** A filter that runs: empty `values` match nothing. */
interface AppliedFilter<FilterName extends string = string> extends ListFilter {
  parameter: FilterName
}

/** What was asked for; `matchesNothing` when a filter or the cursor can never be. */
export interface ListQuery<
  SortName extends string = string,
  FilterName extends string = string,
> extends PageQuery<SortName> {
  sortRequested: string | null
  filters: AppliedFilter<FilterName>[]
  /** Everything wrong with the query. Whether that matters is the operation's decision. */
  faults: Violation[]
  ignoredParameters: string[]
}

export type RawQuery = Record<string, string | string[] | undefined>

/**
 * Reads the query parameters of a list. It never refuses: a fault is named in `faults`, and corrected such that the
 * list returns less, never more. A parameter beyond a ceiling is not read, and the list is empty.
 * @see design 4, List query
 */
export function readListQuery<SortName extends string, FilterName extends string>(
  shape: ListShape<SortName, FilterName>,
  raw: RawQuery,
): ListQuery<SortName, FilterName> {
  const violations = beyondCeilings(raw, shape.filters)
  if (violations.length === 0) return readWithinCeilings(shape, raw)
  const unread = new Set(violations.map(({ parameter }) => parameter!))
  const others = Object.fromEntries(Object.entries(raw).filter(([name]) => !unread.has(name)))
  const query = readWithinCeilings(shape, others)
  return {
    ...query,
    matchesNothing: true,
    faults: [...violations, ...query.faults],
    ignoredParameters: [...unread, ...query.ignoredParameters],
  }
}

function readWithinCeilings<SortName extends string, FilterName extends string>(
  shape: ListShape<SortName, FilterName>,
  raw: RawQuery,
): ListQuery<SortName, FilterName> {
  const faults: Violation[] = []
  const limit = readInteger('limit', raw.limit, { minimum: 1, maximum: limitMaximum, absent: limitDefault }, faults)
  const offset = readInteger('offset', raw.offset, { minimum: 0, maximum: Number.MAX_SAFE_INTEGER, absent: 0 }, faults)
  const requested = raw.sort === undefined ? undefined : readSort(shape.sorts, allOf(raw.sort))
  if (raw.sort !== undefined && !requested) faults.push(sortFault(shape.sorts))
  const sort = requested ?? shape.defaultSort
  const filters = readFilters(shape.filters, raw, faults)
  const after = raw.cursor === undefined ? undefined : decodeCursor(shape.sorts, sort, lastOf(raw.cursor))
  const hasUnreadableCursor = raw.cursor !== undefined && !after
  if (Array.isArray(raw.cursor)) faults.push(repeatedParameter('cursor'))
  if (hasUnreadableCursor) faults.push(fault('cursor', 'The cursor does not belong to this list and this sort.'))
  if (after && raw.offset !== undefined) faults.push(offsetBesideCursor)
  const ignoredParameters = Object.keys(raw).filter((name) => !isParameter(shape, name))
  faults.push(...ignoredParameters.map(unknownParameter))
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

/**
 * Reads a parameter that says whose items are listed: it is needed, and one UUID.
 * @param faults gets what is wrong with it.
 * @returns undefined when it holds no UUID.
 */
export function readRequiredId(name: string, raw: RawQuery[string], faults: Violation[]): Uuid | undefined {
  const [text = '', ...more] = allOf(raw ?? [])
  if (raw === undefined) faults.push({ parameter: name, code: 'required', message: `${name} is required.` })
  else if (more.length > 0) faults.push(repeatedParameter(name))
  else if (!isUuid(text)) faults.push({ parameter: name, code: 'invalid_format', message: `${name} must be a UUID.` })
  return isUuid(text) ? text.toLowerCase() : undefined
}

/** Describes a page: the query as applied, the number of items, and the cursor of the next page. */
export const listMeta = (query: ListQuery, count: number, nextCursor: string | null): ListMeta => ({
  offset: query.offset,
  limit: query.limit,
  count,
  sort: query.sortRequested,
  filter: query.filters.map(({ field, operator, values }) => ({ field, operator, values })),
  nextCursor,
})

/** What a parameter is called that is sent as `?=x`. */
export const nameless = '""'

export const unknownParameter = (parameter: string): Violation => ({
  parameter,
  code: 'unknown_parameter',
  message: `There is no parameter ${shorten(parameter) || nameless}.`,
})

export const repeatedParameter = (parameter: string): Violation => ({
  parameter,
  code: 'repeated_parameter',
  message: `${parameter} may be given only once.`,
})

const offsetBesideCursor: Violation = {
  parameter: 'offset',
  code: 'invalid_value',
  message: 'offset may not be given together with cursor, which already says where the page begins.',
}

const isParameter = ({ paging = pagingNames, filters }: ListShape, name: string): boolean =>
  (paging as readonly string[]).includes(name) || Object.hasOwn(filters, name)

interface Range {
  minimum: number
  maximum: number
  absent: number
}

function readInteger(name: string, raw: RawQuery[string], range: Range, faults: Violation[]): number {
  if (raw === undefined) return range.absent
  if (Array.isArray(raw)) faults.push(repeatedParameter(name))
  const text = lastOf(raw)
  const value = /^[+-]?\d+$/.test(text) ? Number(text) : NaN
  if (value >= range.minimum && value <= range.maximum) return value
  faults.push(fault(name, `${name} must be an integer from ${range.minimum} to ${range.maximum}.`))
  return Number.isNaN(value) ? range.absent : Math.min(Math.max(value, range.minimum), range.maximum)
}

function readFilters<FilterName extends string>(
  kinds: Record<FilterName, FilterKind>,
  raw: RawQuery,
  faults: Violation[],
): AppliedFilter<FilterName>[] {
  const names = Object.keys(kinds) as FilterName[]
  return names.flatMap((parameter) => {
    const texts = raw[parameter]
    if (texts === undefined) return []
    const { filter, message } = readFilter(kinds[parameter], parameter, allOf(texts))
    if (Array.isArray(texts) && takesOneValue(kinds[parameter])) faults.push(repeatedParameter(parameter))
    else if (message) faults.push(fault(parameter, message))
    return filter ? [{ parameter, ...filter }] : []
  })
}

const allOf = (raw: string | string[]): string[] => (Array.isArray(raw) ? raw : [raw])
const lastOf = (raw: string | string[]): string => allOf(raw).at(-1) ?? ''

const fault = (parameter: string, message: string): Violation => ({ parameter, code: 'invalid_value', message })
