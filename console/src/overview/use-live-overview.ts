import { useQueryClient } from '@tanstack/react-query'
import { isOnlyThumbnails } from '../live/only-thumbnails.ts'
import { useLiveUpdates } from '../live/use-live-updates.ts'
import { overviewQuery } from './queries.ts'

/**
 * Milliseconds to wait before the overview is reloaded. The server caches the overview for 3 s, so an earlier reload
 * could return outdated numbers.
 */
const pauseMs = 3_500

/** Reloads the overview after live updates, at most once per `pauseMs`. */
export function useLiveOverview(): void {
  const queryClient = useQueryClient()
  useLiveUpdates(async (update) => {
    if (isOnlyThumbnails(update)) return
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    await queryClient.invalidateQueries(overviewQuery, { throwOnError: true })
  })
}
