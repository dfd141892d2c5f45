import { useQueryClient } from '@tanstack/react-query'
import { isOnlyThumbnails } from '../live/only-thumbnails.ts'
import { useLiveUpdates } from '../live/use-live-updates.ts'
import { overviewQuery } from './queries.ts'

/** The server's answer is up to 3 s old: asked sooner, it might not know yet what it has just told of. */
const pauseMs = 3_500

/** Reads the overview again when something happens, and at most every few seconds. */
export function useLiveOverview(): void {
  const queryClient = useQueryClient()
  useLiveUpdates(async (news) => {
    if (isOnlyThumbnails(news)) return
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    await queryClient.invalidateQueries(overviewQuery, { throwOnError: true })
  })
}
