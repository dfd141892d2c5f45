import { useQueryClient } from '@tanstack/react-query'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { IncidentPages } from '../list/queries.ts'

/** Where an Incident stands in the list that somebody came from. */
export interface Neighbours {
  previousId: Uuid | undefined
  nextId: Uuid | undefined
}

/** What stands before and behind an Incident in the list that was shown last, as far as it was loaded; nothing is asked. */
export function useNeighbours(incidentId: Uuid): Neighbours {
  const lists = useQueryClient()
    .getQueryCache()
    .findAll({ queryKey: ['incidents', 'list'] })
  const latest = lists
    .filter(({ state }) => idsOf(state.data).includes(incidentId))
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)[0]
  const ids = idsOf(latest?.state.data)
  const index = ids.indexOf(incidentId)
  return { previousId: ids[index - 1], nextId: index < 0 ? undefined : ids[index + 1] }
}

const idsOf = (data: unknown): Uuid[] =>
  ((data as IncidentPages | undefined)?.pages ?? []).flatMap(({ items }) => items.map(({ id }) => id))
