import { queryOptions } from '@tanstack/react-query'
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
    return began(await call<Session>('GET', '/session', { signal }))
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401) return null
    throw error
  }
}

/** Takes note of a session that has just been learned of, so that writes carry its token. */
export function began(session: Session): Session {
  rememberCsrfToken(session.csrfToken)
  return session
}

/**
 * The session that the guard of the page found. It stays while the page does, also when the session has just ended: the
 * guard then leads to the sign-in.
 */
export const useSession = (): Session => useRouteContext({ from: '/staff', select: ({ session }) => session })

export const useIsAdministrator = (): boolean => useSession().user.role === 'administrator'
