import type { IncidentSortName } from '@tocsin/contract/incident-list.ts'
import { sql, type RawBuilder } from 'kysely'
import { anywhere, isOneOf } from '../database/conditions.ts'
import type { Plan } from '../database/plan.ts'
import { plannedForItsValues } from '../database/prepare.ts'
import { SharedReads } from '../database/shared-reads.ts'
import { readTextPage, type TextPage, type TextTable } from '../database/text-page.ts'
import type { OrganizationScope } from '../scope.ts'
import type { IncidentFilter, IncidentListQuery, StaffFilterName } from './list-shape.ts'
import { readInTurn } from './read-in-turn.ts'
import { readResponse, type StoredResponse } from './response.ts'
import { foldForSearch } from './search-text.ts'
import { weeksWithin } from './week-queries.ts'

/** Each expression matches an index exactly; an Incident without a name sorts as one with an empty name. */
const incidents: TextTable<IncidentSortName> = {
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

function sortBy(name: IncidentSortName, expression: RawBuilder<unknown>, type: RawBuilder<unknown>) {
  return { expression, type, valueOf: (response: StoredResponse) => readResponse(response)[name] ?? '' }
}

/** What an index in the order of a sort can be narrowed to: one value of one of the filters, and any of the bounds. */
const indexes: Partial<Record<IncidentSortName, { filters: StaffFilterName[]; bounds: StaffFilterName[] }>> = {
  createdAt: {
    filters: ['typeId', 'categoryId', 'stateId', 'locationId', 'pointId', 'assigneeId', 'createdBy'],
    bounds: ['createdFrom', 'createdUntil'],
  },
  lastModifiedAt: { filters: ['locationId', 'assigneeId'], bounds: ['startAt', 'endAt'] },
  name: { filters: ['locationId', 'assigneeId'], bounds: [] },
}

const sharedPages = new SharedReads<TextPage>()

/**
 * Reads one page of the Organization's Incidents, as the JSON they are answered with. Many devices poll the same list:
 * those that ask for a page while it is being read share the next reading of it, and different pages are read in turn.
 */
export function listIncidents(scope: OrganizationScope, query: IncidentListQuery): Promise<TextPage> {
  const { limit, offset, sort, after, matchesNothing } = query
  const filters = query.filters.map(({ parameter, values }) => [parameter, values])
  const page = JSON.stringify([scope.organizationId, limit, offset, sort, after, matchesNothing, filters])
  return sharedPages.read(page, () => readInTurn(scope, () => readIncidents(scope, query)))
}

function readIncidents(scope: OrganizationScope, query: IncidentListQuery): Promise<TextPage> {
  const search = query.filters.find(isIndexedSearch)
  if (search && query.sort.length === 1 && query.offset === 0) return searchIncidents(scope, query, search)
  return readTextPage(scope, incidents, query, conditions(query), planOf(scope, query))
}

function planOf(scope: OrganizationScope, query: IncidentListQuery): Plan {
  if (isNextOfOneIndex(query)) return 'once'
  return beginsOutOfBounds(query) ? weeksWithin(scope, query.filters) : 'for its values'
}

/** Whether the index of texts can find it: it knows three letters or digits in a row. */
const isIndexedSearch = ({ parameter, values: [text = ''] }: IncidentFilter): boolean =>
  parameter === 'q' && /[\p{Letter}\p{Number}]{3}/u.test(text)

/**
 * Reads a page of a search. PostgreSQL guesses how many Incidents match from a hundred texts that it has sampled, and a
 * guess that is too high makes it look for the page in the whole register. So the first few hundred in the order of the
 * list are looked through, and some thousands where they show that one in a hundred matches. If that does not fill the
 * page, whatever the index of texts finds is sorted.
 * @see docs/decisions/0017-how-a-search-is-read.md
 */
async function searchIncidents(
  scope: OrganizationScope,
  query: IncidentListQuery,
  search: IncidentFilter,
): Promise<TextPage> {
  const others = conditions({ ...query, filters: query.filters.filter((filter) => filter !== search) })
  const matching = filterCondition(search)
  for (const among of [500, 20_000]) {
    const page = await readTextPage(scope, incidents, query, others, { among, matching })
    if (page.next) return page
    if (page.count < among / 100) break
  }
  return readTextPage(scope, incidents, query, conditions(query), 'before sorting')
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

/** Each week is read as far as the offset: far down, that is more than the order has to pass over. */
const weeksOffsetMaximum = 1_000

/**
 * Whether the bounds leave out what the order begins with, and nothing else is asked for. Along the index of the order, all
 * of that would have to be passed over, which may be nearly the whole register.
 */
function beginsOutOfBounds({ filters, offset, sort: [key, ...more] }: IncidentListQuery): boolean {
  if (!key || more.length > 0 || offset > weeksOffsetMaximum) return false
  // `impliedConditions` let it begin within.
  if (key.name === 'createdAt' && key.isDescending) return false
  const parameters = filters.map(({ parameter }) => parameter)
  const areBounds = parameters.every((parameter) => parameter === 'startAt' || parameter === 'endAt')
  return areBounds && parameters.includes(key.isDescending ? 'endAt' : 'startAt')
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
  const counting = sql<{ count: number }>`${sql.raw(plannedForItsValues)}
    select count(*)::int as count from (
      select from incidents where organization_id = ${scope.organizationId}
      and ${sql.join(conditions(query), sql` and `)} limit ${maximum}
    ) as found`
  const { rows } = await readInTurn(scope, () => counting.execute(scope.database))
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

function filterCondition({ parameter, values }: IncidentFilter): RawBuilder<unknown> {
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
      // Many values are looked up in a hash, which `&&` does not make; the index of tags is for few.
      return values.length > 100
        ? sql`exists (select from unnest(tags) as tag where tag = any(${values}::text[]))`
        : sql`tags && ${values}::text[]`
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
