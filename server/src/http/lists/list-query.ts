import { limitDefault, limitMaximum } from '@tocsin/contract/limits.ts'
import type { ListFilter, ListMeta } from '@tocsin/contract/api/list.ts'
import type { Violation } from '@tocsin/contract/api/problem.ts'
import { isUuid, type Uuid } from '@tocsin/contract/scalars.ts'
import type { Cursor, PageQuery, SortKey } from '../../database/paging/keyset.ts'
import { violationOfParameter } from '../../problem.ts'
import { shorten } from '../../shorten.ts'
import type { RawQuery } from '../addresses/query-string.ts'
import { readId } from '../normalize-input.ts'
import { checkListLimits } from './list-limits.ts'
import { readFilter, takesOneValue, type FilterKind } from './list-filter.ts'
import { decodeCursor, readSort, sortText, type SortKind } from './list-sort.ts'

const pagingNames = ['limit', 'offset', 'sort', 'cursor'] as const

/** Sorts, filters and paging parameters of one list. */
export interface ListShape<SortName extends string = string, FilterName extends string = string> {
  /** Paging parameters that the list supports; by default all. */
  paging?: readonly (typeof pagingNames)[number][]
  sorts: Record<SortName, SortKind>
  filters: Record<FilterName, FilterKind>
  /** Order of the list if no sort is requested, or if the requested sort cannot be applied. */
  defaultSort: SortKey<SortName>[]
}

/** Filter that is applied to a list. A filter with empty `values` matches nothing. */
interface AppliedFilter<FilterName extends string = string> extends ListFilter {
  parameter: FilterName
}

/**
 * List query, as read from the query parameters. `matchesNothing` is true when a filter or the cursor cannot match
 * anything.
 */
export interface ListQuery<
  SortName extends string = string,
  FilterName extends string = string,
> extends PageQuery<SortName> {
  sortRequested: string | null
  filters: AppliedFilter<FilterName>[]
  /** All violations of the query. The operation decides whether it rejects a query with violations. */
  violations: Violation[]
  ignoredParameters: string[]
}

/**
 * Reads the query parameters of a list. Reports invalid parameters in `violations` and rejects nothing. A `limit` above
 * the maximum becomes the maximum. A filter without a valid value, or an invalid cursor, matches nothing. A parameter
 * beyond the limits for lists is not read, and the list is then empty.
 * @see docs/decisions/0007-parse-list-queries-leniently.md
 */
export function readListQuery<SortName extends string, FilterName extends string>(
  shape: ListShape<SortName, FilterName>,
  raw: RawQuery,
): ListQuery<SortName, FilterName> {
  const exceeded = checkListLimits(raw, shape.filters)
  if (exceeded.length === 0) return readWithinLimits(shape, raw)
  const unread = new Set(exceeded.map(({ parameter }) => parameter!))
  const others = Object.fromEntries(Object.entries(raw).filter(([name]) => !unread.has(name)))
  const query = readWithinLimits(shape, others)
  return {
    ...query,
    matchesNothing: true,
    violations: [...exceeded, ...query.violations],
    ignoredParameters: [...unread, ...query.ignoredParameters],
  }
}

function readWithinLimits<SortName extends string, FilterName extends string>(
  shape: ListShape<SortName, FilterName>,
  sent: RawQuery,
): ListQuery<SortName, FilterName> {
  const raw: RawQuery = Object.fromEntries(Object.entries(sent).filter(([name]) => isParameter(shape, name)))
  const ignoredParameters = Object.keys(sent).filter((name) => !isParameter(shape, name))
  const violations: Violation[] = []
  const limit = readInteger('limit', raw.limit, limitRange, violations)
  const offset = readInteger('offset', raw.offset, offsetRange, violations)
  const requested = raw.sort === undefined ? undefined : readSort(shape.sorts, [raw.sort].flat(), violations)
  const sort = requested ?? shape.defaultSort
  const filters = readFilters(shape.filters, raw, violations)
  const after = raw.cursor === undefined ? undefined : readCursor(shape.sorts, sort, raw.cursor, violations)
  if (after && raw.offset !== undefined) violations.push(offsetBesideCursor)
  violations.push(...ignoredParameters.map(unknownParameter))
  return {
    limit,
    // Ignore the offset if there is a cursor, because the cursor already contains the position.
    offset: after ? 0 : offset,
    sort,
    sortRequested: requested ? sortText(requested) : null,
    filters,
    after,
    matchesNothing: (raw.cursor !== undefined && !after) || filters.some(({ values }) => values.length === 0),
    violations,
    ignoredParameters,
  }
}

/**
 * Reads a required query parameter with the id of the resource whose items are listed.
 * @param violations receives a violation when the parameter is missing, repeated or not a UUID.
 * @returns the id in lower case; undefined when the parameter is missing or not a UUID.
 */
export function readRequiredId(name: string, raw: RawQuery[string], violations: Violation[]): Uuid | undefined {
  const [text = '', ...more] = [raw ?? []].flat()
  if (raw === undefined) violations.push(violationOfParameter(name, 'required', `${name} is required.`))
  else if (more.length > 0) violations.push(repeatedParameter(name))
  else if (!isUuid(text)) violations.push(violationOfParameter(name, 'invalid_format', `${name} must be a UUID.`))
  return readId(text)
}

/** Makes the `meta` of a list: the applied query, the number of items on the page, and the cursor of the next page. */
export const listMeta = (query: ListQuery, count: number, nextCursor: string | null): ListMeta => ({
  offset: query.offset,
  limit: query.limit,
  count,
  sort: query.sortRequested,
  filter: query.filters.map(({ field, operator, values }) => ({ field, operator, values })),
  nextCursor,
})

/** Text shown in place of the name of a parameter that has no name, as in `?=x`. */
export const nameless = '""'

export const unknownParameter = (name: string): Violation =>
  violationOfParameter(name, 'unknown_parameter', `There is no parameter ${shorten(name) || nameless}.`)

export const repeatedParameter = (name: string): Violation =>
  violationOfParameter(name, 'repeated_parameter', `${name} may be given only once.`)

const offsetBesideCursor = violationOfParameter(
  'offset',
  'invalid_value',
  'offset may not be given together with cursor, which already says where the page begins.',
)

const isParameter = ({ paging = pagingNames, filters }: ListShape, name: string): boolean =>
  (paging as readonly string[]).includes(name) || Object.hasOwn(filters, name)

interface Range {
  minimum: number
  maximum: number
  default: number
}

const limitRange: Range = { minimum: 1, maximum: limitMaximum, default: limitDefault }
const offsetRange: Range = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 }

function readInteger(name: string, raw: RawQuery[string], range: Range, violations: Violation[]): number {
  if (raw === undefined) return range.default
  if (Array.isArray(raw)) violations.push(repeatedParameter(name))
  const text = lastOf(raw)
  const value = /^[+-]?\d+$/.test(text) ? Number(text) : NaN
  if (value >= range.minimum && value <= range.maximum) return value
  const message = `${name} must be an integer from ${range.minimum} to ${range.maximum}.`
  violations.push(violationOfParameter(name, 'invalid_value', message))
  return Number.isNaN(value) ? range.default : Math.min(Math.max(value, range.minimum), range.maximum)
}

/** Reads a cursor. @returns undefined if it is unreadable. */
function readCursor(
  sorts: Record<string, SortKind>,
  sort: SortKey[],
  raw: string | string[],
  violations: Violation[],
): Cursor | undefined {
  if (Array.isArray(raw)) violations.push(repeatedParameter('cursor'))
  const cursor = decodeCursor(sorts, sort, lastOf(raw))
  const message = 'The cursor does not belong to this list and this sort.'
  if (!cursor) violations.push(violationOfParameter('cursor', 'invalid_value', message))
  return cursor
}

function readFilters<FilterName extends string>(
  kinds: Record<FilterName, FilterKind>,
  raw: RawQuery,
  violations: Violation[],
): AppliedFilter<FilterName>[] {
  const names = Object.keys(kinds) as FilterName[]
  return names.flatMap((parameter) => {
    const texts = raw[parameter]
    if (texts === undefined) return []
    const { filter, message } = readFilter(kinds[parameter], parameter, [texts].flat())
    if (Array.isArray(texts) && takesOneValue(kinds[parameter])) violations.push(repeatedParameter(parameter))
    else if (message) violations.push(violationOfParameter(parameter, 'invalid_value', message))
    return filter ? [{ parameter, ...filter }] : []
  })
}

const lastOf = (raw: string | string[]): string => [raw].flat().at(-1) ?? ''
