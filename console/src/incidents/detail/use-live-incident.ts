import { useQueryClient } from '@tanstack/react-query'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useLiveNews } from '../../live/use-live-news.ts'
import { incidentQuery } from '../queries.ts'

/** Keeps the page of an Incident, with its timeline and files, as it is on the server while it is shown. */
export function useLiveIncident(id: Uuid): void {
  const queryClient = useQueryClient()
  useLiveNews(({ changes, isEverything }) => {
    if (!isEverything && !changes.some(({ incidentId }) => incidentId === id.toLowerCase())) return undefined
    return queryClient.invalidateQueries({ queryKey: incidentQuery(id).queryKey })
  })
}
