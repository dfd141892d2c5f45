import { viewCountMaximum } from '@tocsin/contract/limits.ts'
import type { IncidentCount } from '@tocsin/contract/console/incident-change.ts'
import type { OrganizationScope } from '../../scope.ts'
import { parseQueryString } from '../../http/addresses/query-string.ts'
import { readListQuery } from '../../http/lists/list-query.ts'
import { countEach } from './count-queries.ts'
import { staffIncidentListShape, type IncidentListQuery, type ResolvedListQuery } from './list-shape.ts'
import { replaceState } from './resolve-states.ts'
import { findFilterStates, type FilterState } from './state-queries.ts'

/**
 * Counts the incidents of several views. Requests that users of an organization send at the same time share one SQL
 * statement. A second statement reads the workflow states if they are not cached.
 * @param queries filters of the views, as query strings of the incident list.
 * @returns a count for each view, in the same order. The count is null if a filter of the view is invalid or names a
 *   deleted state, because any number would be wrong. The count is also null if the filters have more than 100 values.
 */
export async function countViews(
  scope: OrganizationScope,
  queries: readonly string[],
): Promise<(IncidentCount | null)[]> {
  const states = await scope.service.filterStates.get(scope.organizationId, () => findFilterStates(scope))
  const readable = new Map<string, ResolvedListQuery>()
  for (const text of queries) {
    const query = readQuery(text, states)
    if (query) readable.set(text, replaceState(query, states))
  }
  const counts = await scope.service.viewCounts.read(scope.organizationId, readable, (gathered) =>
    countAll(scope, gathered),
  )
  return queries.map((text) => (readable.has(text) ? counts.get(text)! : null))
}

async function countAll(
  scope: OrganizationScope,
  queries: ReadonlyMap<string, ResolvedListQuery>,
): Promise<ReadonlyMap<string, IncidentCount>> {
  const found = await countEach(scope, [...queries.values()], viewCountMaximum + 1)
  const counts = found.map((count) => ({ count: Math.min(count, viewCountMaximum), hasMore: count > viewCountMaximum }))
  return new Map(Array.from(queries.keys(), (text, place) => [text, counts[place]!]))
}

/**
 * Maximum number of values in the filters of a view whose incidents are counted. Reading 50 views with thousands of
 * values each would take too long.
 */
const valuesMaximum = 100

/**
 * Reads the filters of a view. Returns undefined if they have too many values, are invalid, or name a state that is
 * deleted.
 */
function readQuery(text: string, states: readonly FilterState[]): IncidentListQuery | undefined {
  if (text.split('&', valuesMaximum + 1).length > valuesMaximum) return undefined
  const query = readListQuery({ ...staffIncidentListShape, paging: ['sort'] }, parseQueryString(text))
  const stateIds = query.filters.flatMap(({ parameter, values }) => (parameter === 'stateId' ? values : []))
  const areUsable = stateIds.every((id) => states.some((state) => state.id === id && !state.isDeleted))
  return query.violations.length === 0 && areUsable ? query : undefined
}
