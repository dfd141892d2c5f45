/** One key to sort by; ascending unless `descending`. */
export interface SortBy<Key extends string> {
  key: Key
  descending?: boolean
}

/** Parameters that every list accepts. */
export interface ListQuery<Key extends string> {
  /** The first key counts most. */
  sort?: readonly SortBy<Key>[] | undefined
  /** Items of one page, 1 to 200; 50 unless given. */
  limit?: number | undefined
  /** Items to skip. */
  offset?: number | undefined
}

export type OneOrMore<Value> = Value | readonly Value[]

type FilterValue = OneOrMore<string> | Date | boolean | undefined

/**
 * Writes a list query as the API reads it.
 * @param filters each under its parameter's name; undefined: no such filter. A `Date` of `startAt` is a lower bound, of
 *   `endAt` an upper one.
 * @throws RangeError for a filter without values, which would match nothing, and for values that cannot be written.
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

const bounds: Record<string, string> = { startAt: 'gte:', endAt: 'lte:' }

function writeFilter(name: string, value: FilterValue): string[] {
  if (value === undefined) return []
  if (typeof value === 'boolean') return [String(value)]
  const bound = bounds[name]
  if (bound) return [`${bound}${value instanceof Date ? value.toISOString() : String(value)}`]
  if (value instanceof Date) throw new RangeError(`${name} does not take a time.`)
  if (name === 'q') return [String(value)]
  const values = typeof value === 'string' ? [value] : [...value]
  if (values.length === 0) throw new RangeError(`${name} has no values: leave it out to list everything.`)
  return writeValues(name, values)
}

/** `in:` is shorter; a value with a comma in it needs a parameter of its own. */
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
