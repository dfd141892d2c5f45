import type { ReactNode } from 'react'
import { frameTexts } from '../../texts/frame.ts'
import { ProblemAlert } from './problem-alert.tsx'

interface Query {
  isPending: boolean
  /** Error of the query. Omit the property to hide failures of this query. */
  error?: Error | null
  /** True if the query failed to load a further page. `NextPageButton` shows this failure below the list. */
  isFetchNextPageError?: boolean
  refetch?: () => unknown
}

interface LoadStateProps {
  /** Queries whose data is shown in the same part of the page. */
  queries: readonly Query[]
  /** Placeholder with the height of the loaded content. */
  skeleton: ReactNode
}

/**
 * Shows a skeleton while queries load, and an alert with a retry button after a failure. Render this component above
 * the content, so that older data can stay visible below the alert.
 */
export function LoadState({ queries, skeleton }: LoadStateProps) {
  const failed = queries.filter(({ error, isFetchNextPageError }) => error && !isFetchNextPageError)
  if (failed.length === 0) return queries.some(({ isPending }) => isPending) && skeleton
  return (
    <ProblemAlert
      title={frameTexts.problem.load}
      error={failed[0]?.error}
      onRetry={() => failed.forEach(({ refetch }) => refetch?.())}
    />
  )
}
