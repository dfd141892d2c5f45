import type { OrganizationScope } from '../../scope.ts'
import type { IncidentFilter, IncidentListQuery, ResolvedFilter, ResolvedListQuery } from './list-shape.ts'
import { findStateIds } from './state-queries.ts'

/**
 * Replaces the filter `state` (open or closed) by the ids of the workflow states that count as open or closed at this
 * moment. With ids instead of a subquery PostgreSQL finds a better plan, because its statistics contain the number of
 * incidents in each state.
 */
export async function resolveStates(scope: OrganizationScope, query: IncidentListQuery): Promise<ResolvedListQuery> {
  const filters = query.filters.filter(isResolved)
  const state = query.filters.find((filter) => !isResolved(filter))
  // Omit a filter with both values, because every incident is either open or closed.
  if (!state || state.values.length !== 1) return { ...query, filters }
  const values = await findStateIds(scope, { isFinal: state.values[0] === 'closed' })
  const byId: ResolvedFilter = { parameter: 'stateId', field: 'stateId', operator: 'in', values }
  return { ...query, filters: [...filters, byId], matchesNothing: query.matchesNothing || values.length === 0 }
}

const isResolved = (filter: IncidentFilter): filter is ResolvedFilter => filter.parameter !== 'state'
