import type { OrganizationScope } from '../../scope.ts'
import type { IncidentFilter, IncidentListQuery, ResolvedFilter, ResolvedListQuery } from './list-shape.ts'
import { findFilterStates, type FilterState } from './state-queries.ts'

/**
 * Replaces the filter `state` (open or closed) by the ids of the workflow states that count as open or closed at this
 * moment. With ids instead of a subquery PostgreSQL finds a better plan, because its statistics contain the number of
 * incidents in each state.
 */
export async function resolveStates(scope: OrganizationScope, query: IncidentListQuery): Promise<ResolvedListQuery> {
  return replaceState(query, wantedFinality(query) === undefined ? [] : await findFilterStates(scope))
}

/**
 * Replaces the filter `state` by a filter for the ids of states. Drops a filter for both open and closed incidents,
 * because every incident matches it.
 * @param states all states of the workflow.
 */
export function replaceState(query: IncidentListQuery, states: readonly FilterState[]): ResolvedListQuery {
  const filters = query.filters.filter(isResolved)
  const isFinal = wantedFinality(query)
  if (isFinal === undefined) return { ...query, filters }
  const values = states.filter((state) => state.isFinal === isFinal).map(({ id }) => id)
  const byId: ResolvedFilter = { parameter: 'stateId', field: 'stateId', operator: 'in', values }
  return { ...query, filters: [...filters, byId], matchesNothing: query.matchesNothing || values.length === 0 }
}

/**
 * Returns true if a query lists only closed incidents, false if it lists only open incidents, and undefined if it lists
 * both.
 */
function wantedFinality(query: IncidentListQuery): boolean | undefined {
  const state = query.filters.find((filter) => !isResolved(filter))
  return state?.values.length === 1 ? state.values[0] === 'closed' : undefined
}

const isResolved = (filter: IncidentFilter): filter is ResolvedFilter => filter.parameter !== 'state'
