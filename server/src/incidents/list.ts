import { priorities } from '@tocsin/contract/incident.ts'
import { sql, type RawBuilder } from 'kysely'
import { anywhere, isOneOf } from '../database/conditions.ts'
import { readTextPage, type TextPage, type TextTable } from '../database/keyset.ts'
import { plannedForItsValues } from '../database/prepare.ts'
import { SharedReads } from '../database/shared-reads.ts'
import type { ListQuery, ListShape } from '../http/list-query.ts'
import type { OrganizationScope } from '../scope.ts'
import { readResponse, type StoredResponse } from './response.ts'
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

/** What only the console can ask: whether anybody has the Incident, and when it was created. */
type StaffFilterName = FilterName | 'assigned' | 'createdFrom' | 'createdUntil'

export type IncidentListQuery = ListQuery<SortName, StaffFilterName>

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

export const staffIncidentListShape: ListShape<SortName, StaffFilterName> = {
  ...incidentListShape,
  filters: {
    ...incidentListShape.filters,
    assigned: { reads: 'oneOf', values: ['true', 'false'] },
    createdFrom: { reads: 'bound', field: 'createdAt', operator: 'gte' },
    createdUntil: { reads: 'bound', field: 'createdAt', operator: 'lte' },
  },
}

/** Each expression matches an index exactly; an Incident without a name sorts as one with an empty name. */
const incidents: TextTable<SortName> = {
  table: 'incidents',
  textColumn: sql.ref('response'),
  sorts: {
    id: sortBy('id', sql`id`, sql`uuid`),
    name: sortBy('name', sql`(coalesce(name, '')) collate "C"`, sql`text`),
    priority: sortBy('priority', sql`priority`, sql`incident_priority`),
    occurredAt: sortBy('occurredAt', sql`occurred_at`, sql`timestamptz`),
    createdAt: sortBy('createdAt', sql`created_at`, sql`timestamptz`),
    lastModifiedAt: sortBy('lastModifiedAt', sql`last_modified_at`, sql`timestamptz`),
  },
}

function sortBy(name: SortName, expression: RawBuilder<unknown>, type: RawBuilder<unknown>) {
  return { expression, type, valueOf: (response: StoredResponse) => readResponse(response)[name] ?? '' }
}

/** What an index in the order of a sort can be narrowed to: one value of one of the filters, and any of the bounds. */
const indexes: Partial<Record<SortName, { filters: StaffFilterName[]; bounds: StaffFilterName[] }>> = {
  createdAt: {
    filters: ['typeId', 'categoryId', 'stateId', 'locationId', 'pointId', 'assigneeId', 'createdBy'],
    bounds: ['createdFrom', 'createdUntil'],
  },
  lastModifiedAt: { filters: ['locationId', 'assigneeId'], bounds: ['startAt', 'endAt'] },
}

const sharedPages = new SharedReads<TextPage>()

/**
 * Reads one page of the Organization's Incidents, as the JSON they are answered with. Many devices poll the same list:
 * those that ask for a page while it is being read share the next reading of it.
 */
export function listIncidents(scope: OrganizationScope, query: IncidentListQuery): Promise<TextPage> {
  const { limit, offset, sort, after, matchesNothing } = query
  const filters = query.filters.map(({ parameter, values }) => [parameter, values])
  const page = JSON.stringify([scope.organizationId, limit, offset, sort, after, matchesNothing, filters])
  const plan = isNextOfOneIndex(query) ? 'once' : 'for its values'
  return sharedPages.read(page, () => readTextPage(scope, incidents, query, conditions(query), plan))
}

/**
 * Whether the page is the next rows of an index, however many match. Elsewhere the sort's index is walked where many match,
 * and the filter's read and sorted where few do; with a million Incidents the wrong one takes a hundred times as long.
 */
function isNextOfOneIndex({ filters, sort }: IncidentListQuery): boolean {
  if (sort.length > 1) return false
  const index = indexes[sort[0]!.name]
  const unbounded = filters.filter(({ parameter }) => !index?.bounds.includes(parameter))
  if (unbounded.length === 0) return true
  // The index of each filter holds the priority as well.
  const [filter, ...others] = unbounded.filter(({ parameter }) => parameter !== 'priority')
  return !!filter && others.length === 0 && filter.values.length === 1 && !!index?.filters.includes(filter.parameter)
}

/**
 * Counts what a query finds, on all its pages together.
 * @param maximum where counting ends, so that it never reads a whole register.
 * @returns at most `maximum`.
 */
export async function countIncidents(
  scope: OrganizationScope,
  query: IncidentListQuery,
  maximum: number,
): Promise<number> {
  if (query.matchesNothing) return 0
  const { rows } = await sql<{ count: number }>`${sql.raw(plannedForItsValues)}
    select count(*)::int as count from (
      select from incidents where organization_id = ${scope.organizationId}
      and ${sql.join(conditions(query), sql` and `)} limit ${maximum}
    ) as found`.execute(scope.database)
  return rows[0]!.count
}

const conditions = (query: IncidentListQuery) => [
  sql`deleted_at is null`,
  ...query.filters.map(filterCondition),
  ...impliedConditions(query),
]

/**
 * What was last modified before an instant was created before it as well. Told so, PostgreSQL begins a list in the order
 * of creation there, instead of passing over everything newer.
 */
const impliedConditions = ({ filters, sort }: IncidentListQuery) =>
  sort[0]?.name === 'createdAt'
    ? filters
        .filter(({ parameter }) => parameter === 'endAt')
        .map(({ values: [value] }) => sql`created_at <= ${value}::timestamptz`)
    : []

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
      return sql`search_text like ${anywhere(foldForSearch(value))}`
    case 'startAt':
      return sql`last_modified_at >= ${value}::timestamptz`
    case 'endAt':
      return sql`last_modified_at <= ${value}::timestamptz`
    case 'createdFrom':
      return sql`created_at >= ${value}::timestamptz`
    case 'createdUntil':
      return sql`created_at <= ${value}::timestamptz`
    case 'tags':
      return sql`tags && ${values}::text[]`
    case 'externalId':
      return sql`md5(external_id) = any(array(select md5(wanted) from unnest(${values}::text[]) as wanted))
        and external_id = any(${values}::text[])`
    case 'assigned':
      // Written out, so that PostgreSQL knows the condition of the index on assignees.
      return values.length > 1 ? sql`true` : sql`assignee_id is ${sql.raw(value === 'true' ? 'not null' : 'null')}`
    case 'priority':
      return sql`priority = any(${values}::incident_priority[])`
    default:
      return isOneOf(equalityColumns[parameter], values)
  }
}
