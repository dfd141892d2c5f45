import { useQueryClient } from '@tanstack/react-query'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { incidentQuery } from './queries.ts'

/** Returns functions that store the changed incident from a response in the query cache and reload related data. */
export function useStoreAnswer() {
  const queryClient = useQueryClient()
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['incidents'] }),
      queryClient.invalidateQueries({ queryKey: ['workflow'] }),
    ])
  const store = (incident: IncidentResponse) => queryClient.setQueryData(incidentQuery(incident.id).queryKey, incident)
  return {
    store,
    refresh,
    changed(incident: IncidentResponse) {
      store(incident)
      void refresh()
    },
  }
}
