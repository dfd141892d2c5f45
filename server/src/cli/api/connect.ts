import type { ClientOptions, TocsinClient } from '../../../../client/src/client.ts'
import { readApiAccess } from '../../environment.ts'

/**
 * Connects to the API that TOCSIN_URL and TOCSIN_API_KEY name, for the commands of integrators, which have no database.
 * @throws WrongSettings.
 */
export async function connectToApi(options: Partial<ClientOptions> = {}): Promise<TocsinClient> {
  const access = readApiAccess()
  // Loaded only here: the other commands start faster without them.
  const { TocsinClient } = await import('../../../../client/src/client.ts')
  const { makeFetch } = await import('./make-fetch.ts')
  return new TocsinClient({ ...access, fetch: makeFetch(access.baseUrl), ...options })
}

/** Last lines of the help of each of these commands. */
export const settingsHelp = `
It talks to the API at TOCSIN_URL, which has no default (such as http://127.0.0.1:8080, with or without /api/v1),
with the key in TOCSIN_API_KEY, through the proxy in HTTP_PROXY or HTTPS_PROXY, unless NO_PROXY names the host.`
