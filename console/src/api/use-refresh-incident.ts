import { useQueryClient } from '@tanstack/react-query'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { incidentQuery } from '../incidents/queries.ts'

/** Reads an Incident again, and with it what belongs to it: its files, and what was said and done. */
export function useRefreshIncident(incidentId: Uuid): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: incidentQuery(incidentId).queryKey })
}
