import { useQueryClient } from '@tanstack/react-query'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useLiveUpdates } from '../../live/use-live-updates.ts'
import { incidentQuery, isGone } from '../queries.ts'

/** Reloads an incident, its timeline and its files after each live update that affects the incident. */
export function useLiveIncident(id: Uuid): void {
  const queryClient = useQueryClient()
  useLiveUpdates(async ({ changes, isIncomplete }) => {
    if (!isIncomplete && !changes.some(({ incidentId }) => incidentId === id.toLowerCase())) return
    try {
      await queryClient.invalidateQueries({ queryKey: incidentQuery(id).queryKey }, { throwOnError: true })
    } catch (error) {
      // Do not report a deleted incident as an error: another user may have deleted it, and nothing is left to reload.
      if (!isGone(error)) throw error
    }
  })
}
