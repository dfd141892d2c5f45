import { useQueryClient } from '@tanstack/react-query'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { incidentKey } from './incident-key.ts'

/** Returns a function that reloads an incident with its files and its timeline from the server. */
export function useRefreshIncident(incidentId: Uuid): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: incidentKey(incidentId) })
}
