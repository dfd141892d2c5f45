import { useQueryClient } from '@tanstack/react-query'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useLiveUpdates } from '../../live/use-live-updates.ts'
import { incidentQuery, isGone } from '../queries.ts'

/** Keeps the page of an Incident, with its timeline and files, as it is on the server while it is shown. */
export function useLiveIncident(id: Uuid): void {
  const queryClient = useQueryClient()
  useLiveUpdates(async ({ changes, isIncomplete }) => {
    if (!isIncomplete && !changes.some(({ incidentId }) => incidentId === id.toLowerCase())) return
    try {
      await queryClient.invalidateQueries({ queryKey: incidentQuery(id).queryKey }, { throwOnError: true })
    } catch (error) {
      // What is gone does not come back: it need not be read again.
      if (!isGone(error)) throw error
    }
  })
}
