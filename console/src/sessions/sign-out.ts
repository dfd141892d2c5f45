import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { endSession, sessionQuery } from './session.ts'

/** Ends this session, or all of the user's, and forgets everything that was fetched in it; unless the user stays. */
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

/** Asks what is asked before any page is left, while the session is there to save or to stay in. */
async function mayLeave({ history, buildLocation }: ReturnType<typeof useRouter>): Promise<boolean> {
  const { searchStr: search, ...location } = buildLocation({ to: '/sign-in' })
  // The router asks only as it goes, and the session has to end in between.
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
