import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { FirstSteps } from '@tocsin/contract/console/first-steps.ts'
import { useEffect } from 'react'
import { useSession } from '../../sessions/session.ts'
import { firstStepsQuery } from './queries.ts'

interface GettingStartedState {
  /** True while the steps are loading. */
  isPending: boolean
  /** Steps to show on the overview; undefined if they are hidden or finished, or the user is not an administrator. */
  steps: FirstSteps | undefined
  /** Number of unfinished steps, even while the steps are hidden; 0 while the steps are loading. */
  leftCount: number
  hide: () => void
  show: () => void
}

/**
 * Returns the first steps of a new organization, for administrators only. The user can hide the steps, and can show
 * them again while a step is unfinished. Once all steps are finished and hidden, the console never requests them again.
 * The browser stores whether the steps are hidden or finished.
 */
export function useGettingStarted(): GettingStartedState {
  const { user, organization } = useSession()
  const [seen, setSeen] = useLocalStorage<'' | 'begun' | 'hidden' | 'finished'>({
    key: `tocsin-getting-started-${organization.id}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  })
  const isWanted = user.role === 'administrator' && seen !== 'finished'
  const { data, isPending } = useQuery({ ...firstStepsQuery, enabled: isWanted })
  const leftCount = isWanted && data ? Object.values(data).filter((isDone) => !isDone).length : 0
  const isComplete = data !== undefined && leftCount === 0
  useEffect(() => {
    if (!isWanted || !data) return
    // Do not show steps that were all finished before anybody saw them, or while they were hidden.
    if (isComplete && seen !== 'begun') setSeen('finished')
    if (!isComplete && seen === '') setSeen('begun')
  }, [data, isComplete, isWanted, seen, setSeen])
  return {
    isPending: isWanted && isPending,
    steps: isWanted && seen !== 'hidden' && !(isComplete && seen === '') ? data : undefined,
    leftCount,
    hide: () => setSeen(isComplete ? 'finished' : 'hidden'),
    show: () => setSeen('begun'),
  }
}
