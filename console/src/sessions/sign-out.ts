import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { endSession, sessionQuery } from './session.ts'

/**
 * Returns a function that ends this session (`here`) or all sessions of the user (`everywhere`) and clears the cached
 * data. If there are unsaved changes, the user is asked first and may cancel the sign-out.
 */
export function useSignOut(): (reach: 'here' | 'everywhere') => Promise<void> {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async (reach) => {
    if (!(await mayLeave(router))) return
    await call('DELETE', reach === 'here' ? '/session' : '/sessions')
    endSession(queryClient)
    await router.navigate({ to: '/sign-in', ignoreBlocker: true })
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] })
  }
}

/**
 * Runs the leave guards of the page before the session ends, so that the guards can save changes. Returns false if the
 * user wants to stay.
 */
async function mayLeave({ history, buildLocation }: ReturnType<typeof useRouter>): Promise<boolean> {
  const { searchStr: search, ...location } = buildLocation({ to: '/sign-in' })
  // Call the guards here, because the router runs them only during navigation, after the session has ended.
  // oxlint-disable-next-line no-underscore-dangle
  for (const { blockerFn } of history._getBlockers()) {
    const leaving = {
      currentLocation: history.location,
      nextLocation: { ...location, search },
      action: 'PUSH',
    } as const
    if (await blockerFn(leaving)) return false
  }
  return true
}
