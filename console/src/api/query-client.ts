import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiProblem } from './api-problem.ts'

/**
 * How the console keeps what it has fetched: shown at once, refreshed when looked at again.
 * @param onSignedOut is told when any call was refused because the session is over.
 */
export function makeQueryClient(onSignedOut: () => void): QueryClient {
  const watch = (error: Error) => {
    if (error instanceof ApiProblem && error.code === 'not_signed_in') onSignedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError: watch }),
    mutationCache: new MutationCache({ onError: watch }),
    defaultOptions: {
      queries: { staleTime: 5_000, retry: mayRepeat, retryDelay: (attempt) => 500 * 2 ** attempt },
      mutations: { retry: false },
    },
  })
}

/** Another attempt helps only against what passes by itself; a refusal is shown at once. */
const mayRepeat = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof ApiProblem && (error.code === 'network' || error.status >= 502)
