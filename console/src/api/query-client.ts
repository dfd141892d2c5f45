import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiProblem } from './api-problem.ts'

interface SessionListeners {
  /** Called when the server reports that nobody is signed in. */
  onSignedOut: () => void
  /**
   * Called if another session has replaced the session of this page, so that the server rejects the page's CSRF token.
   * Also called if the user has lost the administrator role.
   */
  onOtherSession: () => void
}

/**
 * Creates the query cache of the console. A page that is opened again shows its cached data at once and refreshes the
 * data. Requests are sent even if the browser reports that it is offline, so that they fail visibly. By default,
 * TanStack Query would send a write only after the connection returns, when the user no longer expects the write.
 * @param listeners called when the server rejects a request because of the session or the user's role.
 */
export function makeQueryClient({ onSignedOut, onOtherSession }: SessionListeners): QueryClient {
  const watch = (error: Error) => {
    if (!(error instanceof ApiProblem)) return
    if (error.code === 'not_signed_in') onSignedOut()
    if (error.code === 'csrf_token_invalid' || error.code === 'administrators_only') onOtherSession()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError: watch }),
    mutationCache: new MutationCache({ onError: watch }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: mayRepeat,
        retryDelay: (attempt) => 500 * 2 ** attempt,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** Allows two retries after a network failure or a status of 502 or higher. Other problems are shown at once. */
const mayRepeat = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof ApiProblem && (error.code === 'network' || error.status >= 502)
