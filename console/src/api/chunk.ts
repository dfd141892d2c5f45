import { ApiProblem } from './api-problem.ts'
import { addressOf, fetchOnce } from './call.ts'
import { withTimeLimit } from './time-limit.ts'

/**
 * Waits for a dynamically imported chunk of the console. If the import fails although the server responds, the import's
 * error is rethrown and the router reloads the window, because the server probably runs another version of the console
 * without this chunk. If the server does not respond, an ApiProblem is thrown instead, because a reload without a
 * connection would lose the open page.
 * @throws ApiProblem if the chunk does not arrive in time or the server cannot be reached. The user can then retry.
 */
export async function chunk<Module>(arrival: Promise<Module>): Promise<Module> {
  try {
    return await withTimeLimit(undefined, (signal) => Promise.race([arrival, abortOf(signal)]))
  } catch (error) {
    if (!(error instanceof ApiProblem))
      await withTimeLimit(undefined, (signal) => fetchOnce(addressOf('/session'), { signal }))
    throw error
  }
}

const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })
