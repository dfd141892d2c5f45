import { ApiProblem } from './api-problem.ts'
import { addressOf, fetchOnce } from './call.ts'
import { withTimeLimit } from './time-limit.ts'

/**
 * Waits for a chunk of the console that is loaded on demand. The router reloads the window if a chunk is missing, because
 * the server may run another version of the console. Without a connection that reload would lose the open page.
 * @throws ApiProblem if the chunk does not arrive in time or the server cannot be reached. Loading can then be repeated.
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
