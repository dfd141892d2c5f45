import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '../../sessions/session.ts'
import { gettingStartedQuery, type Step } from './queries.ts'

interface GettingStartedState {
  /** True while the steps are loading. */
  isPending: boolean
  /** Steps to show; undefined if the list is not shown. */
  steps: readonly Step[] | undefined
  hide: () => void
}

/**
 * Returns the first steps of a new organization, for administrators only. If a step is unfinished when an administrator
 * first opens the page, the list is shown until the administrator hides it. If all steps are finished when an
 * administrator first opens the page, the list is never shown and the steps are not read again. The browser stores
 * which of these cases applies.
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
