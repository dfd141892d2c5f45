import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../../scope.ts'
import type { IncidentFilter, IncidentListQuery, ResolvedFilter, ResolvedListQuery } from './list-shape.ts'
import { findStateIds } from './state-queries.ts'

/**
 * Replaces the filter `state` (open or closed) by the ids of the workflow states that count as open or closed at this
 * moment. With ids instead of a subquery PostgreSQL finds a better plan, because its statistics contain the number of
 * incidents in each state.
 */
export async function resolveStates(scope: OrganizationScope, query: IncidentListQuery): Promise<ResolvedListQuery> {
  const isFinal = wantedFinality(query)
  return replaceState(query, isFinal === undefined ? [] : await findStateIds(scope, { isFinal }))
}

/**
 * Returns true if a query lists only closed incidents, false if it lists only open incidents, and undefined if it lists
 * both.
 */
export function wantedFinality(query: IncidentListQuery): boolean | undefined {
  const state = query.filters.find((filter) => !isResolved(filter))
  return state?.values.length === 1 ? state.values[0] === 'closed' : undefined
}

/**
 * Replaces the filter `state` by a filter for `stateIds`. Drops a filter for both open and closed incidents, because
 * every incident matches it.
 */
export function replaceState(query: IncidentListQuery, stateIds: Uuid[]): ResolvedListQuery {
  const filters = query.filters.filter(isResolved)
  if (wantedFinality(query) === undefined) return { ...query, filters }
  const byId: ResolvedFilter = { parameter: 'stateId', field: 'stateId', operator: 'in', values: stateIds }
  return { ...query, filters: [...filters, byId], matchesNothing: query.matchesNothing || stateIds.length === 0 }
}

const isResolved = (filter: IncidentFilter): filter is ResolvedFilter => filter.parameter !== 'state'
