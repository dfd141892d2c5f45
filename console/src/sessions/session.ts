import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { useRouteContext, type AnyRouter } from '@tanstack/react-router'
import type { Session } from '@tocsin/contract/console/session.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { call } from '../api/call.ts'
import { rememberCsrfToken } from '../api/csrf-token.ts'

/** Who is signed in; null when nobody is. */
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

/** The tabs of a browser share one cookie: whoever signs in in one of them is signed in in all. */
const signIns = new BroadcastChannel('tocsin-sign-in')

/** @param listener is told when somebody has signed in in another tab. */
export const onSignInElsewhere = (listener: () => void): void => signIns.addEventListener('message', listener)

/** Takes note of who has just signed in. What was fetched for whoever was signed in before is not for them. */
export function beginSession(queryClient: QueryClient, session: Session): void {
  rememberCsrfToken(session.csrfToken)
  queryClient.removeQueries()
  queryClient.setQueryData(sessionQuery.queryKey, session)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  signIns.postMessage(undefined)
}

/**
 * Somebody signed in in another tab, or the user has another role: the same user goes on from here, for another user the
 * page begins anew. Should it be kept from that, by what is unsaved, nothing of it is written in the other user's name.
 * @param router looks at the guards of the pages again.
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
