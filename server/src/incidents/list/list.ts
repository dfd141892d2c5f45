import type { IncidentSortName } from '@tocsin/contract/api/incident-list.ts'
import { sql, type RawBuilder } from 'kysely'
import { containsPattern, isOneOf } from '../../database/paging/conditions.ts'
import { withCustomPlan } from '../../database/prepare.ts'
import { readTextPage, type TextPage, type TextTable } from '../../database/paging/text-page.ts'
import type { OrganizationScope } from '../../scope.ts'
import type { IncidentListQuery, ResolvedFilter, ResolvedListQuery, StaffFilterName } from './list-shape.ts'
import { limitReads } from './limit-reads.ts'
import { resolveStates } from './resolve-states.ts'
import { readResponse, type StoredResponse } from '../response.ts'
import { searchWords } from './search-text.ts'

/** Each expression matches an index exactly. An incident without a name sorts as if its name were empty. */
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

/** Filters and bounds that each sort's index can serve: one value of one filter, and all bounds. */
const indexes: Partial<Record<IncidentSortName, { filters: StaffFilterName[]; bounds: StaffFilterName[] }>> = {
  createdAt: {
    filters: ['typeId', 'categoryId', 'stateId', 'locationId', 'pointId', 'assigneeId', 'createdBy'],
    bounds: ['createdFrom', 'createdUntil'],
  },
  lastModifiedAt: { filters: ['locationId'], bounds: ['startAt', 'endAt'] },
}

/**
 * Reads one page of the organization's incidents as JSON text. Many devices poll the same list: requests for a page that is
 * being read share the next read of it, and `limitReads` limits reads of different pages.
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
  return readTextPage(scope, incidents, query, conditions(query), isNextOfOneIndex(query) ? 'generic' : 'custom')
}

/** The search index of trigrams and tags serves words with three letters or digits in a row, and short lists of tags. */
const isInSearchIndex = ({ parameter, values }: ResolvedFilter): boolean =>
  parameter === 'q'
    ? searchWords(values[0] ?? '').some((word) => /[\p{Letter}\p{Number}]{3}/u.test(word))
    : parameter === 'tags' && values.length <= indexedTagsMaximum

/**
 * Reads a page of a search for words or tags in one of two ways. Walking the list in its order until the page is full is
 * fast if many incidents match. Using the search index and sorting its matches is fast if few match. PostgreSQL's estimate,
 * from a sample of a few hundred texts, is too coarse for this choice. So this searches the first incidents of the list,
 * and uses the index if they show that matches are rare.
 * @see docs/decisions/0003-creations-and-lists.md
 */
async function searchIncidents(scope: OrganizationScope, query: ResolvedListQuery): Promise<TextPage> {
  const [searched, others] = [
    query.filters.filter(isInSearchIndex),
    query.filters.filter((one) => !isInSearchIndex(one)),
  ]
  const matching = sql.join(searched.map(filterCondition), sql` and `)
  for (const first of [500, 10_000]) {
    const page = await readTextPage(scope, incidents, query, conditions({ ...query, filters: others }), {
      first,
      matching,
    })
    if (page.next) return page
    // Searching twenty times as many rows would not fill the page either.
    if (page.count * 20 < query.limit) break
  }
  return readTextPage(scope, incidents, query, conditions(query), 'sort')
}

/**
 * Returns true if the page is the next rows of one index, however many incidents match. Other queries need a custom plan:
 * many matches favour walking the sort's index, few matches favour sorting the rows of the filter's index, and the better
 * plan is up to a hundred times as fast.
 */
function isNextOfOneIndex({ filters, sort: [key, ...more] }: ResolvedListQuery): boolean {
  if (more.length > 0) return false
  const index = indexes[key!.name]
  const unbounded = filters.filter(({ parameter }) => !index?.bounds.includes(parameter))
  if (unbounded.length === 0) return true
  // Priorities are compared while walking the index, since each of them is common.
  const [filter, ...others] = unbounded.filter(({ parameter }) => parameter !== 'priority')
  return !!filter && others.length === 0 && filter.values.length === 1 && !!index?.filters.includes(filter.parameter)
}

/**
 * Counts the incidents that a query finds, on all its pages together.
 * @param maximum counting stops here, so that it never reads a whole register.
 * @returns at most `maximum`.
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
      select from incidents where organization_id = ${scope.organizationId}
      and ${sql.join(conditions(query), sql` and `)} limit ${maximum}
    ) as found`
  const { rows } = await limitReads(scope, 1, () => counting.execute(scope.database))
  return rows[0]!.count
}

const indexedTagsMaximum = 100

const conditions = (query: ResolvedListQuery) => [
  sql`deleted_at is null`,
  ...query.filters.map(filterCondition),
  ...impliedConditions(query),
]

/**
 * Adds a bound on `created_at` to a bound on `last_modified_at`: an incident is created before it is modified. With it,
 * PostgreSQL starts a list in the order of creation at that instant instead of skipping all newer rows.
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

function filterCondition({ parameter, values }: ResolvedFilter): RawBuilder<unknown> {
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
      // PostgreSQL hashes the values of this subquery, but not those of `&&`.
      return values.length > indexedTagsMaximum
        ? sql`exists (select from unnest(tags) as tag where tag = any(${values}::text[]))`
        : sql`tags && ${values}::text[]`
    case 'externalId':
      return sql`md5(external_id) = any(array(select md5(wanted) from unnest(${values}::text[]) as wanted))
        and external_id = any(${values}::text[])`
    case 'assigned':
      // Literal SQL, so that PostgreSQL recognizes the condition of the partial index on assignees.
      return values.length > 1 ? sql`true` : sql`assignee_id is ${sql.raw(value === 'true' ? 'not null' : 'null')}`
    case 'priority':
      return sql`priority = any(${values}::incident_priority[])`
    default:
      return isOneOf(equalityColumns[parameter], values)
  }
}
