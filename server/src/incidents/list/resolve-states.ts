import type { OrganizationScope } from '../../scope.ts'
import type { IncidentFilter, IncidentListQuery, ResolvedFilter, ResolvedListQuery } from './list-shape.ts'
import { findStateIds } from './state-queries.ts'

/**
 * Replaces the filter `state` by the ids of the states that are open or closed now. PostgreSQL plans ids better than a
 * subquery, because its statistics know the number of incidents in each state.
 */
export async function resolveStates(scope: OrganizationScope, query: IncidentListQuery): Promise<ResolvedListQuery> {
  const filters = query.filters.filter(isResolved)
  const state = query.filters.find((filter) => !isResolved(filter))
  // Every incident is open or closed, so both values together exclude nothing.
  if (!state || state.values.length !== 1) return { ...query, filters }
  const values = await findStateIds(scope, { isFinal: state.values[0] === 'closed' })
  const byId: ResolvedFilter = { parameter: 'stateId', field: 'stateId', operator: 'in', values }
  return { ...query, filters: [...filters, byId], matchesNothing: query.matchesNothing || values.length === 0 }
}

const isResolved = (filter: IncidentFilter): filter is ResolvedFilter => filter.parameter !== 'state'
