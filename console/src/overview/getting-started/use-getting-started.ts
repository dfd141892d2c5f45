import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '../../sessions/session.ts'
import { gettingStartedQuery, type Step } from './queries.ts'

interface GettingStartedState {
  /** True until it is known whether there are steps to show. */
  isPending: boolean
  /** Undefined if no steps are shown. */
  steps: readonly Step[] | undefined
  hide: () => void
}

/**
 * Returns the first steps of a new organization for its administrators. Once an administrator has seen an unfinished
 * step, the list stays until it is hidden. If all steps are done at first sight, it is never shown or read again.
 */
export function useGettingStarted(): GettingStartedState {
  const { user, organization } = useSession()
  const [seen, setSeen] = useLocalStorage<'' | 'begun' | 'hidden'>({
    key: `tocsin-getting-started-${organization.id}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  })
  const isWanted = user.role === 'administrator' && seen !== 'hidden'
  const { data, isPending } = useQuery({ ...gettingStartedQuery, enabled: isWanted })
  const isComplete = data?.every(({ isDone }) => isDone)
  useEffect(() => {
    if (isComplete !== undefined && seen === '') setSeen(isComplete ? 'hidden' : 'begun')
  }, [isComplete, seen, setSeen])
  return {
    isPending: isWanted && isPending,
    steps: isWanted && !(isComplete && seen === '') ? data : undefined,
    hide: () => setSeen('hidden'),
  }
}
