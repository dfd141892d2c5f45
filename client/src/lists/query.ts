/** One field to sort a list by, in ascending order unless `descending` is true. */
export interface SortBy<Key extends string> {
  key: Key
  descending?: boolean
}

/** Parameters that every list accepts. */
export interface ListQuery<Key extends string> {
  /** Fields to sort by. Each field orders the items that are equal in all fields before it. */
  sort?: readonly SortBy<Key>[] | undefined
  /** Number of items in one page, from 1 to 200; 50 by default. */
  limit?: number | undefined
  /** Number of items to skip at the start of the list. */
  offset?: number | undefined
}

export type OneOrMore<Value> = Value | readonly Value[]

type FilterValue = OneOrMore<string | number> | Date | boolean | undefined

/**
 * Converts a list query into the search parameters that the API expects.
 * @param filters filter values by parameter name. A filter that is undefined is left out. `startAt` and
 *   `createdFrom` are lower bounds in time, `endAt` and `createdUntil` upper bounds; only these accept a `Date`.
 * @throws RangeError for a filter with an empty array, which would match nothing, and for a value that the query syntax
 *   cannot express.
 * @see docs/contract.md#4.2
 */
export function writeQuery<Key extends string>(
  { sort = [], limit, offset }: ListQuery<Key>,
  filters: Record<string, FilterValue>,
): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) {
    for (const text of writeFilter(name, value)) query.append(name, text)
  }
  if (sort.length > 0) query.set('sort', sort.map(({ key, descending }) => (descending ? `-${key}` : key)).join(','))
  if (limit !== undefined) query.set('limit', String(limit))
  if (offset !== undefined) query.set('offset', String(offset))
  return query
}

const bounds: Record<string, string> = { startAt: 'gte:', endAt: 'lte:', createdFrom: 'gte:', createdUntil: 'lte:' }

function writeFilter(name: string, value: FilterValue): string[] {
  if (value === undefined) return []
  if (typeof value === 'boolean') return [String(value)]
  const bound = bounds[name]
  if (bound) return [`${bound}${value instanceof Date ? value.toISOString() : String(value)}`]
  if (value instanceof Date) throw new RangeError(`${name} does not take a time.`)
  if (name === 'q') return [String(value)]
  const values = (typeof value === 'object' ? [...value] : [value]).map(String)
  if (values.length === 0) throw new RangeError(`${name} has no values: leave it out to list everything.`)
  return writeValues(name, values)
}

/**
 * Returns the texts to send for one filter, each in a search parameter of its own: `a` for one value, `in:a,b` for
 * several values.
 * - If a value contains a comma, each value is a text of its own, without `in:`.
 * - If a value begins with `in:`, another `in:` is put before it.
 * @throws RangeError for a value that begins with `in:` and contains a comma.
 */
function writeValues(name: string, values: string[]): string[] {
  if (!values.some((value) => value.includes(','))) {
    const isBare = values.length === 1 && !values[0]!.startsWith('in:')
    return [isBare ? values[0]! : `in:${values.join(',')}`]
  }
  return values.map((value) => {
    if (!value.startsWith('in:')) return value
    if (value.includes(',')) throw new RangeError(`${name} cannot be "${value}": with "in:" before it, "," separates.`)
    return `in:${value}`
  })
}
