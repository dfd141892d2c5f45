import type { IncidentQuery, IncidentSortKey, ListQuery, SortBy } from '../../client/src/client.ts'
import type { Query } from './client.ts'

/** Values of each query parameter, in the order of the query string, keyed by the parameter name. */
export type Parameters = Partial<Record<string, string[]>>

export function parametersOf(query: Query = {}): Parameters {
  const pairs =
    typeof query === 'string'
      ? [...new URLSearchParams(query)]
      : Object.entries(query).flatMap(([name, values]) =>
          [values].flat().map((value) => [name, String(value)] as const),
        )
  const parameters: Parameters = {}
  for (const [name, value] of pairs) parameters[name] = [...(parameters[name] ?? []), value]
  return parameters
}

/**
 * Converts the values of a filter for the client. Returns undefined if the types of the client do not allow the values.
 */
type ReadFilter = (values: string[]) => string | string[] | undefined

const anyOf =
  (shape: RegExp): ReadFilter =>
  (values) => {
    const literal = values.flatMap((value) => (value.startsWith('in:') ? value.slice(3).split(',') : [value]))
    return literal.every((value) => shape.test(value)) ? literal : undefined
  }

const oneText: ReadFilter = ([text, ...others]) => (others.length === 0 && text !== '' ? text : undefined)

const oneBound =
  (operator: string): ReadFilter =>
  ([bound = '', ...others]) => {
    const time = bound.startsWith(operator) ? bound.slice(operator.length) : bound
    return others.length === 0 && isInstant(time) ? time : undefined
  }

/** Returns true if the text is an instant: an existing calendar day, and a time with a UTC offset. */
function isInstant(text: string): boolean {
  const [, day = ''] = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/.exec(text) ?? []
  const midnight = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(Date.parse(text)) && !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day)
}

const ids = anyOf(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i)
const texts = anyOf(/^(?!in:).+$/s)

const filters: Record<string, ReadFilter> = {
  typeId: ids,
  categoryId: ids,
  stateId: ids,
  state: anyOf(/^(open|closed)$/),
  locationId: ids,
  pointId: ids,
  assigneeId: ids,
  createdBy: ids,
  priority: anyOf(/^(MINOR|NORMAL|MAJOR|CRITICAL)$/),
  tags: texts,
  externalId: texts,
  number: anyOf(/^[1-9]\d*$/),
  q: oneText,
  startAt: oneBound('gte:'),
  endAt: oneBound('lte:'),
  createdFrom: oneBound('gte:'),
  createdUntil: oneBound('lte:'),
}

const incidentSorts = ['id', 'name', 'priority', 'occurredAt', 'createdAt', 'lastModifiedAt'] as const

/**
 * Converts query parameters to an incident query of the client. Returns undefined if the types of the client do not
 * allow the parameters.
 */
export function asIncidentQuery(parameters: Parameters): IncidentQuery | undefined {
  const query: Record<string, unknown> = {}
  const rest: Parameters = {}
  for (const [name, values = []] of Object.entries(parameters)) {
    const read = filters[name]
    if (!read) {
      rest[name] = values
      continue
    }
    const value = read(values)
    if (value === undefined) return undefined
    query[name] = value
  }
  const list = asListQuery<IncidentSortKey>(rest, incidentSorts)
  return list && { ...query, ...list }
}

/**
 * Converts sort, limit and offset to a list query of the client. Leaves out the cursor, which the caller passes to the
 * client. Returns undefined for other parameters and invalid values.
 */
export function asListQuery<Key extends string>(
  { sort, limit, offset, cursor, ...others }: Parameters,
  keys: readonly Key[],
): ListQuery<Key> | undefined {
  if (Object.keys(others).length > 0) return undefined
  if ([sort, limit, offset, cursor].some((values) => values && values.length > 1)) return undefined
  const sortBy = sort && readSort(sort[0]!, keys)
  if (sort && !sortBy) return undefined
  if (limit && !/^([1-9]\d?|1\d\d|200)$/.test(limit[0]!)) return undefined
  if (offset && !/^(0|[1-9]\d{0,8})$/.test(offset[0]!)) return undefined
  return {
    ...(sortBy && { sort: sortBy }),
    ...(limit && { limit: Number(limit[0]) }),
    ...(offset && { offset: Number(offset[0]) }),
  }
}

function readSort<Key extends string>(text: string, keys: readonly Key[]): SortBy<Key>[] | undefined {
  const sort = text.split(',').map((part) => ({
    key: keys.find((one) => one === part.replace(/^-/, '')),
    descending: part.startsWith('-'),
  }))
  return sort.every((each): each is SortBy<Key> & { descending: boolean } => each.key !== undefined) ? sort : undefined
}
