import type { IncidentSortName } from '@tocsin/contract/api/incident-list.ts'
import { sql, type RawBuilder } from 'kysely'
import { containsPattern, isOneOf } from '../../database/paging/conditions.ts'
import { withCustomPlan } from '../../database/prepare.ts'
import { readTextPage, type TextPage, type TextTable } from '../../database/paging/text-page.ts'
import type { OrganizationScope } from '../../scope.ts'
import type { IncidentListQuery, ResolvedFilter, ResolvedListQuery, StaffFilterName } from './list-shape.ts'
import { limitReads } from './limit-reads.ts'
import { resolveStates } from './resolve-states.ts'
import { responseText } from '../response-queries.ts'
import { readResponse, type StoredResponse } from '../response.ts'
import { searchWords } from './search-text.ts'

/**
 * Table of incidents and the expressions by which it can be sorted. Each expression is spelled exactly as in the index
 * that serves it. An incident without a name sorts as if it had an empty name.
 */
const incidents: TextTable<IncidentSortName> = {
  table: 'incidents',
  textColumn: sql.ref('response'),
  otherColumns: [sql.ref('number'), sql.ref('version')],
  text: responseText,
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

/**
 * Filters and bounds that the index of each sort can serve. A query can use an index for one filter with one value, and
 * for all bounds.
 */
const indexes: Partial<Record<IncidentSortName, { filters: StaffFilterName[]; bounds: StaffFilterName[] }>> = {
  createdAt: {
    filters: ['typeId', 'categoryId', 'stateId', 'locationId', 'pointId', 'assigneeId', 'createdBy'],
    bounds: ['createdFrom', 'createdUntil'],
  },
  lastModifiedAt: { filters: ['locationId'], bounds: ['startAt', 'endAt'] },
}

/**
 * Reads one page of the organization's incidents as JSON text. Many devices poll the same list. Requests that arrive
 * while their page is being read therefore wait, and share the next read of this page. `limitReads` limits concurrent
 * reads of different pages.
 */
export function listIncidents(scope: OrganizationScope, query: IncidentListQuery): Promise<TextPage> {
  const { limit, offset, sort, after, matchesNothing } = query
  const filters = query.filters.map(({ parameter, values }) => [parameter, values])
  const page = JSON.stringify([scope.organizationId, limit, offset, sort, after, matchesNothing, filters])
  return scope.service.incidentPages.read(page, () => limitReads(scope, limit, () => readIncidents(scope, query)))
}

async function readIncidents(scope: OrganizationScope, requested: IncidentListQuery): Promise<TextPage> {
  const query = await resolveStates(scope, requested)
  if (query.sort.length === 1 && query.filters.some(isInSearchIndex)) return searchIncidents(scope, query)
  return readTextPage(scope, incidents, query, conditions(scope, query), isNextOfOneIndex(query) ? 'generic' : 'custom')
}

/**
 * Checks if the search index can serve a filter. The index contains trigrams and tags. It can serve words that have
 * three letters or digits in a row, and lists of up to 100 tags.
 */
const isInSearchIndex = ({ parameter, values }: ResolvedFilter): boolean =>
  parameter === 'q'
    ? searchWords(values[0] ?? '').some((word) => /[\p{Letter}\p{Number}]{3}/u.test(word))
    : parameter === 'tags' && values.length <= indexedTagsMaximum

/**
 * Reads one page of a search for words or tags. There are two ways to do this. Checking incidents in the order of the
 * list until the page is full is fast if many incidents match. Finding all matches in the search index and sorting them
 * is fast if few incidents match. PostgreSQL cannot choose well, because it estimates from a sample of a few hundred
 * texts. So this function first checks the first incidents of the list. If they do not fill the page, it uses the
 * search index.
 * @see docs/decisions/0003-creations-and-lists.md
 */
async function searchIncidents(scope: OrganizationScope, query: ResolvedListQuery): Promise<TextPage> {
  const [searched, others] = [
    query.filters.filter(isInSearchIndex),
    query.filters.filter((one) => !isInSearchIndex(one)),
  ]
  const matching = sql.join(
    searched.map((filter) => filterCondition(scope, filter)),
    sql` and `,
  )
  for (const first of [500, 10_000]) {
    const page = await readTextPage(scope, incidents, query, conditions(scope, { ...query, filters: others }), {
      first,
      matching,
    })
    if (page.next) return page
    // Skip the second pass if it is not expected to fill the page, although it checks twenty times as many incidents.
    if (page.count * 20 < query.limit) break
  }
  return readTextPage(scope, incidents, query, conditions(scope, query), 'sort')
}

/**
 * Checks if a page consists of consecutive rows of one index. Then PostgreSQL can use the same generic plan for any
 * values. Other queries need a custom plan, because the best plan depends on the number of matches: with many matches
 * PostgreSQL should read the index of the sort, with few matches it should read the index of the filter and sort the
 * rows. The right plan is up to a hundred times as fast.
 */
function isNextOfOneIndex({ filters, sort: [key, ...more] }: ResolvedListQuery): boolean {
  if (more.length > 0) return false
  const index = indexes[key!.name]
  const unbounded = filters.filter(({ parameter }) => !index?.bounds.includes(parameter))
  if (unbounded.length === 0) return true
  // Ignore a filter by priority: each priority is common, so checking it on the rows of the index is fast.
  const [filter, ...others] = unbounded.filter(({ parameter }) => parameter !== 'priority')
  return !!filter && others.length === 0 && filter.values.length === 1 && !!index?.filters.includes(filter.parameter)
}

/**
 * Counts the incidents that match a query, regardless of its limit, offset and cursor.
 * @param maximum number at which counting stops, so that a count never reads all incidents of a large organization.
 * @returns the number of matches, at most `maximum`.
 */
export async function countIncidents(
  scope: OrganizationScope,
  requested: IncidentListQuery,
  maximum: number,
): Promise<number> {
  const query = await resolveStates(scope, requested)
  if (query.matchesNothing) return 0
  const counting = sql<{ count: number }>`${sql.raw(withCustomPlan)}
    select count(*)::int as count from (
      select 1 from incidents where organization_id = ${scope.organizationId}
      and ${sql.join(conditions(scope, query), sql` and `)} limit ${maximum}
    ) as found`
  const { rows } = await limitReads(scope, 1, () => counting.execute(scope.database))
  return rows[0]!.count
}

const indexedTagsMaximum = 100

const conditions = (scope: OrganizationScope, query: ResolvedListQuery) => [
  sql`deleted_at is null`,
  ...query.filters.map((filter) => filterCondition(scope, filter)),
  ...impliedConditions(query),
]

/**
 * Returns additional conditions that follow from the filters. A list that is sorted by `created_at` and has an upper
 * bound for `last_modified_at` gets the same upper bound for `created_at`, because no incident is modified before it is
 * created. PostgreSQL then starts to read the index at that instant instead of skipping all newer rows.
 */
const impliedConditions = ({ filters, sort }: ResolvedListQuery) =>
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

function filterCondition(scope: OrganizationScope, { parameter, values }: ResolvedFilter): RawBuilder<unknown> {
  const [value = ''] = values
  switch (parameter) {
    case 'q':
      return sql.join(
        [sql`true`, ...searchWords(value).map((word) => sql`search_text like ${containsPattern(word)}`)],
        sql` and `,
      )
    case 'startAt':
      return sql`last_modified_at >= ${value}::timestamptz`
    case 'endAt':
      return sql`last_modified_at <= ${value}::timestamptz`
    case 'createdFrom':
      return sql`created_at >= ${value}::timestamptz`
    case 'createdUntil':
      return sql`created_at <= ${value}::timestamptz`
    case 'tags':
      // For long lists use `= any`, whose values PostgreSQL puts into a hash table. It does not do that for `&&`.
      return values.length > indexedTagsMaximum
        ? sql`exists (select 1 from unnest(tags) as tag where tag = any(${values}::text[]))`
        : sql`tags && ${values}::text[]`
    case 'externalId':
      return sql`md5(external_id) = any(array(select md5(wanted) from unnest(${values}::text[]) as wanted))
        and external_id = any(${values}::text[])`
    case 'number':
      // The number of an incident is the position of its creation, so the index of positions serves the filter.
      return sql`id = any(array(
        select incident_id from events
        where organization_id = ${scope.organizationId} and position = any(${values}::bigint[]) and kind = 'incident.created'
      ))`
    case 'assigned':
      // Write the condition as literal SQL, because PostgreSQL must match it with the condition of a partial index.
      return values.length > 1 ? sql`true` : sql`assignee_id is ${sql.raw(value === 'true' ? 'not null' : 'null')}`
    case 'priority':
      return sql`priority = any(${values}::incident_priority[])`
    default:
      return isOneOf(equalityColumns[parameter], values)
  }
}
