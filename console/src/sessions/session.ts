import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { Session } from '@tocsin/contract/session.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { call } from '../api/call.ts'
import { rememberCsrfToken } from '../api/csrf-token.ts'

/** Who is signed in; null when nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => fetchSession(signal),
  staleTime: Number.POSITIVE_INFINITY,
})

async function fetchSession(signal: AbortSignal): Promise<Session | null> {
  try {
    const session = await call<Session>('GET', '/session', { signal })
    rememberCsrfToken(session.csrfToken)
    return session
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401) return null
    throw error
  }
}

/** Takes note of who has just signed in. What was fetched for whoever was signed in before is not for them. */
export function beginSession(queryClient: QueryClient, session: Session): void {
  rememberCsrfToken(session.csrfToken)
  queryClient.removeQueries()
  queryClient.setQueryData(sessionQuery.queryKey, session)
}

/** Takes note that nobody is signed in any more; the guard of the pages, looked at again, leads to the sign-in. */
export function endSession(queryClient: QueryClient): void {
  rememberCsrfToken(undefined)
  queryClient.setQueryData(sessionQuery.queryKey, null)
}

/**
 * The session that the guard of the page found. It stays while the page does, also when the session has just ended: the
 * guard then leads to the sign-in.
 */
export const useSession = (): Session => useRouteContext({ from: '/staff', select: ({ session }) => session })

export const useIsAdministrator = (): boolean => useSession().user.role === 'administrator'
