import { addressOf, reach } from './call.ts'
import { withTimeLimit } from './time-limit.ts'

/**
 * Waits for a part of the console that is loaded when it is needed. The router reloads the window where one is missing,
 * because another version of the console may be served by now; without a connection nothing would be left of this one.
 * @throws ApiProblem where the server cannot be reached: the part can be asked for again.
 */
export async function chunk<Module>(arrival: Promise<Module>): Promise<Module> {
  try {
    return await arrival
  } catch (error) {
    await withTimeLimit(undefined, (signal) => reach(addressOf('/session'), { signal }))
    throw error
  }
}
