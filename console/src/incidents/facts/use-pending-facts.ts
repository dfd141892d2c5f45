import { useMutationState } from '@tanstack/react-query'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { factChangeKey, type FactChange } from './use-change-fact.ts'

/**
 * Returns a function that returns an incident with all changes that are still being saved. Menus start from the result,
 * so that a second new tag does not replace a first tag that is still being saved.
 */
export function usePendingFacts(): (incident: IncidentResponse) => IncidentResponse {
  const changes = useMutationState({
    filters: { mutationKey: factChangeKey, status: 'pending' },
    select: ({ state }) => state.variables as FactChange,
  })
  return (incident) => {
    const patches = changes.filter((change) => change.incident.id === incident.id).map(({ patch }) => patch)
    return patches.length === 0 ? incident : (Object.assign({}, incident, ...patches) as IncidentResponse)
  }
}
