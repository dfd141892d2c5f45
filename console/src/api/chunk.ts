import { ApiProblem } from './api-problem.ts'
import { addressOf, fetchOnce } from './call.ts'
import { withTimeLimit } from './time-limit.ts'

/**
 * Waits for a dynamically imported chunk of the console.
 * @throws the import's error if the import fails although the server responds. The server then probably runs another
 *   version of the console without this chunk, so the router reloads the window.
 * @throws ApiProblem if the chunk does not arrive in time or the server cannot be reached. The router does not reload
 *   the window then, because a reload would lose the open page. The user can retry.
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
