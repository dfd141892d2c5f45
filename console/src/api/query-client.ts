import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiProblem } from './api-problem.ts'

interface SessionListeners {
  /** Called when the session has ended. */
  onSignedOut: () => void
  /** Called when the session is not the one this page was opened in, or its user has lost the administrator role. */
  onOtherSession: () => void
}

/**
 * Creates the cache of everything that the console has fetched. Cached data is shown at once and refreshed when its page is
 * opened again. Requests are sent even if the browser reports that it is offline: they fail visibly, and no write is sent
 * unasked much later.
 * @param listeners called when the server rejects a call because of its session.
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

/** Allows two more attempts after a network failure or a status from 502 on. Other problems are shown at once. */
const mayRepeat = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof ApiProblem && (error.code === 'network' || error.status >= 502)
