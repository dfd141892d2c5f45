import { skipToken, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { incidentListTexts } from '../../../texts/incident-list.ts'
import type { BulkRun } from './bulk-run.ts'
import type { BulkProgress } from './run-bulk.ts'

const texts = incidentListTexts.bulk

/** Bulk change that has begun, and the signal that cancels it. */
export interface StartedRun extends BulkRun {
  stop: AbortController
  /** Aborted at the end of the session in which the user began the change. */
  session: AbortSignal
}

/**
 * Progress of the running bulk change. `isStopping` is true if the user has cancelled the change but its last response
 * has not ended yet.
 */
export type RunProgress = BulkProgress & { isStopping: boolean }

export const bulkChangeKey = ['incidents', 'bulk-change']
export const progressKey = ['bulk-change-progress']

export interface RunningChange {
  text: string
  percent: number
  isStopping: boolean
  cancel: () => void
}

/** Returns the running bulk change, even if another page started it; undefined if none is running. */
export function useRunning(): RunningChange | undefined {
  const queryClient = useQueryClient()
  const [running] = useMutationState({
    filters: { mutationKey: bulkChangeKey, status: 'pending' },
    select: ({ state }) => state.variables as StartedRun,
  })
  const { data: progress } = useQuery<RunProgress>({ queryKey: progressKey, queryFn: skipToken })
  if (!running) return undefined
  const { done = 0, total, isStopping = false } = progress ?? {}
  return {
    text: isStopping ? texts.stopping : running.progress(done, total),
    percent: total ? (100 * done) / total : 0,
    isStopping,
    cancel() {
      running.stop.abort()
      queryClient.setQueryData<RunProgress>(progressKey, { done, total, isStopping: true })
    },
  }
}
