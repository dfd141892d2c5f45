import type { ReactNode } from 'react'
import { ProblemAlert } from './problem-alert.tsx'

interface Read {
  isPending: boolean
  /** Left out where nothing is said of its failure. */
  error?: Error | null
  refetch?: () => unknown
}

interface LoadStateProps {
  /** The queries that fill one place. */
  queries: readonly Read[]
  /** In the height of what will come. */
  skeleton: ReactNode
}

/**
 * Stands above what is read: its skeleton while it is on the way, the problem once that failed. What was read before
 * stays below the problem.
 */
export function LoadState({ queries, skeleton }: LoadStateProps) {
  const failed = queries.filter(({ error }) => error)
  if (failed.length === 0) return queries.some(({ isPending }) => isPending) && skeleton
  return <ProblemAlert error={failed[0]?.error} onRetry={() => failed.forEach(({ refetch }) => refetch?.())} />
}
