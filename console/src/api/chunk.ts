import { ApiProblem } from './api-problem.ts'
import { addressOf, reach } from './call.ts'
import { withTimeLimit } from './time-limit.ts'

/**
 * Waits for a part of the console that is loaded when it is needed. The router reloads the window where one is missing,
 * because another version of the console may be served by now; without a connection nothing would be left of this one.
 * @throws ApiProblem where it does not come in time or the server cannot be reached: the part can be asked for again.
 */
export async function chunk<Module>(arrival: Promise<Module>): Promise<Module> {
  try {
    return await withTimeLimit(undefined, (signal) => Promise.race([arrival, endOf(signal)]))
  } catch (error) {
    if (!(error instanceof ApiProblem))
      await withTimeLimit(undefined, (signal) => reach(addressOf('/session'), { signal }))
    throw error
  }
}

const endOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })
