import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiProblem } from './api-problem.ts'

interface Refusals {
  /** The session has ended. */
  onSignedOut: () => void
  /** The session is not the one that this page was opened in, or its user not an administrator any more. */
  onOtherSession: () => void
}

/**
 * How the console keeps what it has fetched: shown at once, refreshed when looked at again. Requests are sent even if
 * the browser says that it is offline: they fail visibly, and no write is sent by itself much later.
 * @param refusals are called when a call was refused because of its session.
 */
export function makeQueryClient({ onSignedOut, onOtherSession }: Refusals): QueryClient {
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

/** Another attempt helps only against trouble that passes by itself; a refusal is shown at once. */
const mayRepeat = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof ApiProblem && (error.code === 'network' || error.status >= 502)
