import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { endSession, sessionQuery } from './session.ts'

/** Ends this session, or all of the user's, and forgets everything that was fetched in it. */
export function useSignOut(): (reach: 'here' | 'everywhere') => Promise<void> {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async (reach) => {
    await call('DELETE', reach === 'here' ? '/session' : '/sessions')
    endSession(queryClient)
    await router.navigate({ to: '/sign-in' })
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] })
  }
}
