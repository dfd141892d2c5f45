import { priorities, type IncidentResponse } from '@tocsin/contract/incident.ts'
import { sql, type RawBuilder } from 'kysely'
import type { ListQuery, ListShape } from '../http/list-query.ts'
import { encodeCursor, type SortKey } from '../http/list-sort.ts'
import type { OrganizationScope } from '../scope.ts'
import { incidentColumns, toIncident, type IncidentRow } from './queries.ts'
import { foldForSearch } from './search-text.ts'

type SortName = 'id' | 'name' | 'priority' | 'occurredAt' | 'createdAt' | 'lastModifiedAt'
type FilterName =
  | 'typeId'
  | 'categoryId'
  | 'stateId'
  | 'locationId'
  | 'pointId'
  | 'assigneeId'
  | 'createdBy'
  | 'priority'
  | 'tags'
  | 'externalId'
  | 'q'
  | 'startAt'
  | 'endAt'

export type IncidentListQuery = ListQuery<SortName, FilterName>

/** @see specification 4.2 */
export const incidentListShape: ListShape<SortName, FilterName> = {
  sorts: {
    id: 'uuid',
    name: 'text',
    priority: priorities,
    occurredAt: 'instant',
    createdAt: 'instant',
    lastModifiedAt: 'instant',
  },
  filters: {
    typeId: { reads: 'uuid' },
    categoryId: { reads: 'uuid' },
    stateId: { reads: 'uuid' },
    locationId: { reads: 'uuid' },
    pointId: { reads: 'uuid' },
    assigneeId: { reads: 'uuid' },
    createdBy: { reads: 'uuid' },
    priority: { reads: 'oneOf', values: priorities },
    tags: { reads: 'text' },
    externalId: { reads: 'text' },
    q: { reads: 'substring' },
    startAt: { reads: 'bound', field: 'lastModifiedAt', operator: 'gte' },
    endAt: { reads: 'bound', field: 'lastModifiedAt', operator: 'lte' },
  },
  defaultSort: [{ name: 'createdAt', isDescending: true }],
}

/** Each matches an index exactly; an Incident without a name sorts as one with an empty name. */
const sortExpressions: Record<SortName, { expression: RawBuilder<unknown>; type: RawBuilder<unknown> }> = {
  id: { expression: sql`id`, type: sql`uuid` },
  name: { expression: sql`(coalesce(name, '')) collate "C"`, type: sql`text` },
  priority: { expression: sql`priority`, type: sql`incident_priority` },
  occurredAt: { expression: sql`occurred_at`, type: sql`timestamptz` },
  createdAt: { expression: sql`created_at`, type: sql`timestamptz` },
  lastModifiedAt: { expression: sql`last_modified_at`, type: sql`timestamptz` },
}

const cursorValues: Record<SortName, (row: IncidentRow) => string> = {
  id: (row) => row.id,
  name: (row) => row.name ?? '',
  priority: (row) => row.priority,
  occurredAt: (row) => row.occurred_at,
  createdAt: (row) => row.created_at,
  lastModifiedAt: (row) => row.last_modified_at,
}

export interface IncidentPage {
  incidents: IncidentResponse[]
  /** Where the next page starts; undefined on the last one. */
  nextCursor: string | undefined
}

/**
 * Reads one page of the Organization's Incidents.
 * A walk along `nextCursor` compares with the last item rather than counting, so that what is inserted meanwhile can
 * neither push an Incident out of the walk nor into it twice.
 */
export async function listIncidents(scope: OrganizationScope, query: IncidentListQuery): Promise<IncidentPage> {
  if (query.matchesNothing) return { incidents: [], nextCursor: undefined }
  const conditions = [
    sql`organization_id = ${scope.organizationId}`,
    sql`deleted_at is null`,
    ...query.filters.map(filterCondition),
    ...(query.after ? [afterCursor(query.sort, query.after.values, query.after.id)] : []),
  ]
  // One more than asked for tells whether there is a next page.
  const { rows } = await sql<IncidentRow>`
    select ${sql.join(incidentColumns.map((column) => sql.ref(column)))} from incidents
    where ${sql.join(conditions, sql` and `)}
    order by ${sql.join(withTie(query.sort).map(orderBy))}
    limit ${query.limit + 1}::int offset ${query.offset}::bigint`.execute(scope.database)

  const page = rows.slice(0, query.limit)
  const last = rows.length > query.limit ? page.at(-1) : undefined
  return {
    incidents: page.map(toIncident),
    nextCursor:
      last && encodeCursor(query.sort, { values: query.sort.map(({ name }) => cursorValues[name](last)), id: last.id }),
  }
}

const equalityColumns = {
  typeId: sql`type_id`,
  categoryId: sql`category_id`,
  stateId: sql`state_id`,
  locationId: sql`location_id`,
  pointId: sql`point_id`,
  assigneeId: sql`assignee_id`,
  createdBy: sql`created_by`,
}

function filterCondition({ parameter, values }: IncidentListQuery['filters'][number]): RawBuilder<unknown> {
  const [value = ''] = values
  switch (parameter) {
    case 'q':
      return sql`search_text like ${`%${escapeLike(foldForSearch(value))}%`}`
    case 'startAt':
      return sql`last_modified_at >= ${value}::timestamptz`
    case 'endAt':
      return sql`last_modified_at <= ${value}::timestamptz`
    case 'tags':
      return sql`tags && ${values}::text[]`
    case 'externalId':
      return sql`md5(external_id) = any(array(select md5(wanted) from unnest(${values}::text[]) as wanted))
        and external_id = any(${values}::text[])`
    case 'priority':
      return sql`priority = any(${values}::incident_priority[])`
    default:
      return isOneOf(equalityColumns[parameter], values)
  }
}

/** A single value is compared with `=`, so that an index can deliver its rows in order. */
const isOneOf = (column: RawBuilder<unknown>, values: string[]): RawBuilder<unknown> =>
  values.length === 1 ? sql`${column} = ${values[0]}::uuid` : sql`${column} = any(${values}::uuid[])`

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** Ties end on id, in the direction of the last key, so that one index serves both directions. */
const withTie = (sort: SortKey<SortName>[]): SortKey<SortName>[] =>
  sort.some(({ name }) => name === 'id') ? sort : [...sort, { name: 'id', isDescending: sort.at(-1)!.isDescending }]

const orderBy = ({ name, isDescending }: SortKey<SortName>): RawBuilder<unknown> =>
  isDescending ? sql`${sortExpressions[name].expression} desc` : sql`${sortExpressions[name].expression}`

/** Rows that come after the given one: as one row comparison where all keys run the same way, which an index can seek. */
function afterCursor(sort: SortKey<SortName>[], values: string[], id: string): RawBuilder<unknown> {
  const keys = withTie(sort).map(({ name, isDescending }, index) => ({
    expression: sortExpressions[name].expression,
    isDescending,
    value: sql`${values[index] ?? id}::${sortExpressions[name].type}`,
  }))
  const isUniform = keys.every(({ isDescending }) => isDescending === keys[0]!.isDescending)
  if (isUniform) {
    const left = sql.join(keys.map(({ expression }) => expression))
    const right = sql.join(keys.map(({ value }) => value))
    return keys[0]!.isDescending ? sql`(${left}) < (${right})` : sql`(${left}) > (${right})`
  }
  const alternatives = keys.map((key, index) => {
    const ties = keys.slice(0, index).map(({ expression, value }) => sql`${expression} = ${value}`)
    const beyond = key.isDescending ? sql`${key.expression} < ${key.value}` : sql`${key.expression} > ${key.value}`
    return sql`(${sql.join([...ties, beyond], sql` and `)})`
  })
  return sql`(${sql.join(alternatives, sql` or `)})`
}
