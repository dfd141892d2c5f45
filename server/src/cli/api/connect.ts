import type { ClientOptions, TocsinClient } from '../../../../client/src/client.ts'
import { readApiAccess } from '../../environment.ts'

/**
 * Creates a client for the API at TOCSIN_URL with the key in TOCSIN_API_KEY.
 * @throws WrongSettings when TOCSIN_URL or TOCSIN_API_KEY is missing or malformed.
 */
export async function connectToApi(options: Partial<ClientOptions> = {}): Promise<TocsinClient> {
  const access = readApiAccess()
  // Import dynamically, so that commands that do not need these modules start faster.
  const { TocsinClient } = await import('../../../../client/src/client.ts')
  const { makeFetch } = await import('./make-fetch.ts')
  return new TocsinClient({ ...access, fetch: makeFetch(access.baseUrl), ...options })
}

/** Last lines of the help text of each command that uses the API. */
export const settingsHelp = `
Uses the API at TOCSIN_URL (required, such as http://127.0.0.1:8080, with or without /api/v1) and the key in
TOCSIN_API_KEY. Requests go through the proxy in HTTP_PROXY or HTTPS_PROXY, unless NO_PROXY names the host.`
