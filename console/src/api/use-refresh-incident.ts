import { useQueryClient } from '@tanstack/react-query'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { incidentKey } from './incident-key.ts'

/** Returns a function that reads an incident again, together with its files and its timeline. */
export function useRefreshIncident(incidentId: Uuid): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: incidentKey(incidentId) })
}
