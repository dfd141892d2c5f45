import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '../../sessions/session.ts'
import { gettingStartedQuery, type Step } from './queries.ts'

interface GettingStartedState {
  /** Whether it is still unknown if there is anything to show. */
  isPending: boolean
  /** Undefined where nothing is to be shown. */
  steps: readonly Step[] | undefined
  hide: () => void
}

/**
 * The first steps of a new Organization, for its administrators. Whoever saw one of them undone sees them all done too,
 * until they hide them; where nothing is left at the first look, nothing is ever shown or asked again.
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
