import { notifications } from '@mantine/notifications'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { useRouteContext, type AnyRouter } from '@tanstack/react-router'
import type { Session } from '@tocsin/contract/console/session.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { call } from '../api/call.ts'
import { rememberCsrfToken } from '../api/csrf-token.ts'

/** Query for the current session; the result is null if nobody is signed in. */
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

/** Channel that reports sign-ins to the other tabs of the browser, because all tabs share the session cookie. */
const signIns = new BroadcastChannel('tocsin-sign-in')

/**
 * Registers a listener for sign-ins in other tabs.
 * @param listener called after a user has signed in in another tab.
 * @returns a function that removes the listener.
 */
export function onSignInElsewhere(listener: () => void): () => void {
  signIns.addEventListener('message', listener)
  return () => signIns.removeEventListener('message', listener)
}

/**
 * Starts a session after a sign-in, clears the cached data and the messages of the previous user, and notifies the other
 * tabs.
 */
export function beginSession(queryClient: QueryClient, session: Session): void {
  forgetUser(queryClient)
  rememberCsrfToken(session.csrfToken)
  queryClient.setQueryData(sessionQuery.queryKey, session)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  signIns.postMessage(undefined)
}

/**
 * Clears the cached data and the messages of the previous user, and the cached session. The next route guard reads the
 * session from the server.
 */
export function forgetUser(queryClient: QueryClient): void {
  queryClient.removeQueries()
  notifications.clean()
}

/**
 * Reads the session again after a sign-in in another tab or a change of role. For the same user, the page continues
 * with the new session. For another user, the page reloads. The first user may cancel the reload to save changes. The
 * page then still has the old CSRF token, so it cannot write in the name of the new user.
 * @param router router whose guards run again for the new session.
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

let ending = new AbortController()

/**
 * Returns a signal that is aborted when the session ends. Actions that outlive their page check the signal, so that
 * they send nothing in the name of the next user.
 */
export const endOfSession = (): AbortSignal => ending.signal

/**
 * Marks the session as ended, and clears the user's messages, because the buttons in them would no longer work. When
 * the route guard runs next, it opens the sign-in page.
 */
export function endSession(queryClient: QueryClient): void {
  // Clear the messages first, because actions report their interruption when the signal is aborted.
  notifications.clean()
  ending.abort()
  ending = new AbortController()
  rememberCsrfToken(undefined)
  queryClient.setQueryData(sessionQuery.queryKey, null)
}

/**
 * Returns the session of the current page. The session stays available after it has ended, until the sign-in page
 * opens.
 */
export const useSession = (): Session => useRouteContext({ from: '/staff', select: ({ session }) => session })

export const useIsAdministrator = (): boolean => useSession().user.role === 'administrator'
