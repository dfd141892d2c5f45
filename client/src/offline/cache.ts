import type { TocsinClient } from '../client.ts'
import type { CreationConfiguration, Instant, WorkflowState } from '../generated/resources.ts'
import type { QueueStore } from '../stores/store.ts'
import type { CallOptions } from '../transport/transport.ts'
import type { References } from './rules/check-references.ts'

/**
 * Reference data of the last fetch, with which an app can show the form of an incident and check the values offline.
 */
export interface Cached extends References {
  configuration: CreationConfiguration
  workflowStates: readonly WorkflowState[]
  /** Time at which the data was fetched. */
  fetchedAt: Instant
}

interface CachedWithTag extends Cached {
  etag: string
}

const name = 'reference-data'
const longestPage = { limit: 200 }

/** Reads the reference data from a store. @returns undefined if none was ever stored. */
export const readCached = async (store: QueueStore): Promise<Cached | undefined> =>
  (await store.readCache(name)) as Cached | undefined

/**
 * Fetches the reference data, and stores it as a whole or not at all. Downloads the configuration only if the server
 * has a newer one than the store.
 * @param onUnwritten called with the error if the store cannot write the data, such as on a full disk.
 * @returns the fetched data, even if the store could not write it.
 */
export async function fetchCached(
  client: TocsinClient,
  store: QueueStore,
  now: () => Instant,
  options: CallOptions,
  onUnwritten: (error: unknown) => void,
): Promise<Cached> {
  // If the cache cannot be read, send no ETag, so that the server returns its configuration.
  const stored = (await store.readCache(name).catch(() => undefined)) as CachedWithTag | undefined
  const fetchedAt = now()
  const [newer, locations, points, users, workflowStates] = await Promise.all([
    client.creationConfigurations.currentUnless(stored?.etag, options),
    client.locations.list(longestPage, options).all(),
    client.points.list(longestPage, options).all(),
    client.users.list(longestPage, options).all(),
    client.workflowStates.list(options).all(),
  ])
  // Without a newer configuration, the server has answered 304, which it does only for the ETag of a stored
  // configuration.
  const { configuration, etag } = newer ?? stored!
  const cached: CachedWithTag = { configuration, etag, locations, points, users, workflowStates, fetchedAt }
  await store.writeCache(name, cached).catch(onUnwritten)
  return cached
}
