import type { ClientOptions, TocsinClient } from '@tocsin/client/src/client.ts'
import { readApiAccess, type ApiAccess } from '../../environment.ts'

/**
 * The API that TOCSIN_URL and TOCSIN_API_KEY name, for the commands of integrators: they know nothing of the database.
 * @throws WrongSettings.
 */
export const connectToApi = async (): Promise<TocsinClient> => connectTo(readApiAccess())

/** As `connectToApi`, for a command that has read the settings already and chooses how the client works. */
export async function connectTo(access: ApiAccess, options: Partial<ClientOptions> = {}): Promise<TocsinClient> {
  // Loaded only here: the other commands start faster without it.
  const { TocsinClient } = await import('@tocsin/client/src/client.ts')
  return new TocsinClient({ ...access, ...options })
}

/** What the help of each of these commands ends with. */
export const settingsHelp = `
It talks to the API at TOCSIN_URL, which has no default (such as http://127.0.0.1:8080, with or without /api/v1),
with the key in TOCSIN_API_KEY.`
