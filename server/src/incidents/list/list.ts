import type { IncidentSortName } from '@tocsin/contract/api/incident-list.ts'
import { sql, type RawBuilder } from 'kysely'
import { readTextPage, type TextPage, type TextTable } from '../../database/paging/text-page.ts'
import type { OrganizationScope } from '../../scope.ts'
import { conditions, filterCondition, indexedTagsMaximum } from './condition-queries.ts'
import { limitReads } from './limit-reads.ts'
import type { IncidentListQuery, ResolvedFilter, ResolvedListQuery, StaffFilterName } from './list-shape.ts'
import { resolveStates } from './resolve-states.ts'
import { responseTextOfPage } from '../response-queries.ts'
import { readResponse, type StoredResponse } from '../response.ts'
import { searchWords } from '../search-text.ts'

/**
 * Table of incidents and the expressions by which it can be sorted. Each expression is spelled exactly as in the index
 * that serves it. An incident without a name sorts as if it had an empty name.
 */
const incidents: TextTable<IncidentSortName> = {
  table: 'incidents',
  textColumn: sql.ref('response'),
  otherColumns: [sql.ref('number'), sql.ref('version')],
  text: responseTextOfPage,
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
 * Filters and bounds that the index of each sort can serve. For one query, an index serves at most one filter, which
 * must have a single value, and any number of bounds.
 */
const indexes: Partial<Record<IncidentSortName, { filters: StaffFilterName[]; bounds: StaffFilterName[] }>> = {
  createdAt: {
    filters: ['typeId', 'categoryId', 'stateId', 'locationId', 'pointId', 'assigneeId', 'createdBy'],
    bounds: ['createdFrom', 'createdUntil'],
  },
  lastModifiedAt: { filters: ['locationId'], bounds: ['startAt', 'endAt'] },
  occurredAt: { filters: [], bounds: ['occurredFrom', 'occurredUntil'] },
}

/**
 * Reads one page of the organization's incidents as JSON text. Many devices poll the same list. Requests for a page
 * that is already being read therefore wait, and share the next read of this page. `limitReads` limits concurrent reads
 * of different pages.
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
  return readTextPage(scope, incidents, query, conditions(scope, query), planOf(query))
}

/**
 * Returns true if the search index can serve a filter: words with three letters or digits in a row, or up to 100 tags.
 */
const isInSearchIndex = ({ parameter, values }: ResolvedFilter): boolean =>
  parameter === 'q'
    ? searchWords(values[0] ?? '').some((word) => /[\p{Letter}\p{Number}]{3}/u.test(word))
    : parameter === 'tags' && values.length <= indexedTagsMaximum

/**
 * Reads one page of a search for words or tags. Checking incidents in the order of the list until the page is full is
 * fast if many incidents match. Finding all matches in the search index and sorting them is fast if few incidents
 * match. PostgreSQL cannot choose well between the two, because it estimates from a sample of a few hundred texts. So
 * this function first checks the first incidents of the list. If they do not fill the page, it uses the search index.
 * @see docs/decisions/0003-creations-and-lists.md
 */
async function searchIncidents(scope: OrganizationScope, query: ResolvedListQuery): Promise<TextPage> {
  const searched = query.filters.filter(isInSearchIndex)
  const others = query.filters.filter((filter) => !isInSearchIndex(filter))
  const matching = sql.join(
    searched.map((filter) => filterCondition(scope, filter)),
    sql` and `,
  )
  const unsearched = { ...query, filters: others }
  const planOfRows = planOf(unsearched)
  for (const checkedRows of [3_000, 10_000]) {
    const plan = { checkedRows, matching, planOfRows } as const
    const page = await readTextPage(scope, incidents, query, conditions(scope, unsearched), plan)
    if (page.next) return page
    // If so few rows match, finding all matches with the search index is faster than checking more rows.
    if (page.count < query.limit / 2) break
  }
  return readTextPage(scope, incidents, query, conditions(scope, query), 'sort')
}

/**
 * Chooses between a generic and a custom plan of PostgreSQL. If a page consists of consecutive rows of one index, the
 * same generic plan suits all values. Other queries need a custom plan, because the best plan depends on the number of
 * matches: with many matches, PostgreSQL should read the index of the sort; with few matches, it should read the index
 * of the filter and then sort the rows. The right plan is up to a hundred times as fast.
 */
const planOf = (query: ResolvedListQuery) => (isRangeOfOneIndex(query) ? 'generic' : 'custom')

/** Returns true if every page of a query consists of consecutive rows of one index. */
function isRangeOfOneIndex({ filters, sort: [key, ...more] }: ResolvedListQuery): boolean {
  if (more.length > 0) return false
  const index = indexes[key!.name]
  const unbounded = filters.filter(({ parameter }) => !index?.bounds.includes(parameter))
  if (unbounded.length === 0) return true
  // Ignore a filter by priority: every priority is frequent, so checking the rows of the index one by one soon fills a
  // page.
  const [filter, ...others] = unbounded.filter(({ parameter }) => parameter !== 'priority')
  return !!filter && others.length === 0 && filter.values.length === 1 && !!index?.filters.includes(filter.parameter)
}
