import { viewCountMaximum } from '@tocsin/contract/limits.ts'
import type { IncidentCount } from '@tocsin/contract/console/incident-change.ts'
import type { OrganizationScope } from '../../scope.ts'
import { parseQueryString } from '../../http/addresses/query-string.ts'
import { readListQuery } from '../../http/lists/list-query.ts'
import { countEach } from './count-queries.ts'
import { staffIncidentListShape, type IncidentListQuery } from './list-shape.ts'
import { replaceState, wantedFinality } from './resolve-states.ts'
import { findFilterStates, type FilterState } from './state-queries.ts'

/**
 * Counts the incidents of several views with one SQL statement, and one more to look the workflow states up if they are
 * not cached.
 * @param queries filters of the views, as query strings of the incident list.
 * @returns a count for each view, in the same order. Null if a filter is invalid or names a state that is deleted,
 *   because the count would not be that of the view. Also null for more than 100 values.
 */
export async function countViews(
  scope: OrganizationScope,
  queries: readonly string[],
): Promise<(IncidentCount | null)[]> {
  const states = await scope.service.filterStates.get(scope.organizationId, () => findFilterStates(scope))
  const read = queries.map((text) => readQuery(text, states))
  const readable = read.filter((query) => query !== undefined)
  const found = await countEach(
    scope,
    readable.map((query) => resolve(query, states)),
    viewCountMaximum + 1,
  )
  const counts = found.map((count) => ({ count: Math.min(count, viewCountMaximum), hasMore: count > viewCountMaximum }))
  return read.map((query) => (query ? counts.shift()! : null))
}

/** Maximum number of values in the filters of a counted view. Reading 50 views with thousands would take too long. */
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

function resolve(query: IncidentListQuery, states: readonly FilterState[]) {
  const isFinal = wantedFinality(query)
  return replaceState(
    query,
    states.filter((state) => state.isFinal === isFinal).map(({ id }) => id),
  )
}
