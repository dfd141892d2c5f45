import { useQueryClient } from '@tanstack/react-query'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { incidentQuery, type IncidentPage, type IncidentPages } from './queries.ts'

/** Returns functions that store a changed incident from a response in the query cache, and reload related data. */
export function useStoreResponse() {
  const queryClient = useQueryClient()
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['incidents'] }),
      queryClient.invalidateQueries({ queryKey: ['workflow'] }),
    ])
  const store = (incident: IncidentResponse) => {
    queryClient.setQueryData(incidentQuery(incident.id).queryKey, incident)
    // Show the change in loaded lists too, until they are loaded again.
    queryClient.setQueriesData<IncidentPages>({ queryKey: ['incidents', 'list'] }, (data) =>
      data?.pages.some(({ items }) => items.some(({ id }) => id === incident.id))
        ? { ...data, pages: data.pages.map((page) => withIncident(page, incident)) }
        : data,
    )
  }
  return {
    store,
    refresh,
    changed(incident: IncidentResponse) {
      store(incident)
      void refresh()
    },
  }
}

const withIncident = (page: IncidentPage, incident: IncidentResponse): IncidentPage => ({
  ...page,
  items: page.items.map((row) => (row.id === incident.id ? incident : row)),
})
