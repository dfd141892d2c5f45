import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { useRouteContext, type AnyRouter } from '@tanstack/react-router'
import type { Session } from '@tocsin/contract/console/session.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { call } from '../api/call.ts'
import { rememberCsrfToken } from '../api/csrf-token.ts'

/** Reads the current session; null if nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  async queryFn({ signal }) {
    const session = await fetchSession(signal)
    rememberCsrfToken(session?.csrfToken)
    return session
  },
  staleTime: Number.POSITIVE_INFINITY,
})

async function fetchSession(signal?: AbortSignal): Promise<Session | null> {
  try {
    return await call<Session>('GET', '/session', { signal })
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401) return null
    throw error
  }
}

/** Reports sign-ins to the other tabs, which share the session cookie. */
const signIns = new BroadcastChannel('tocsin-sign-in')

/** @param listener called when a user signs in in another tab. */
export const onSignInElsewhere = (listener: () => void): void => signIns.addEventListener('message', listener)

/** Starts a session after a sign-in. Clears the cache of the previous user. */
export function beginSession(queryClient: QueryClient, session: Session): void {
  rememberCsrfToken(session.csrfToken)
  queryClient.removeQueries()
  queryClient.setQueryData(sessionQuery.queryKey, session)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  signIns.postMessage(undefined)
}

/**
 * Reads the session again after a sign-in in another tab or a change of role. The same user continues; for another user the
 * page reloads. If unsaved work prevents the reload, the old CSRF token prevents writes in the name of the other user.
 * @param router runs the guards of the pages again.
 */
export async function followSession(queryClient: QueryClient, router: Pick<AnyRouter, 'invalidate'>): Promise<void> {
  const former = queryClient.getQueryData(sessionQuery.queryKey)
  if (!former) return
  const session = await fetchSession()
  if (former.user.id !== session?.user.id) return window.location.reload()
  rememberCsrfToken(session.csrfToken)
  queryClient.setQueryData(sessionQuery.queryKey, session)
  await router.invalidate()
}

/** Marks the session as ended. The guard of the pages then opens the sign-in page. */
export function endSession(queryClient: QueryClient): void {
  rememberCsrfToken(undefined)
  queryClient.setQueryData(sessionQuery.queryKey, null)
}

/** Returns the session of the current page. It stays available until the guard has opened the sign-in page. */
export const useSession = (): Session => useRouteContext({ from: '/staff', select: ({ session }) => session })

export const useIsAdministrator = (): boolean => useSession().user.role === 'administrator'
