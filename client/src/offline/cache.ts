import type { TocsinClient } from '../client.ts'
import type { CreationConfiguration, Instant, WorkflowState } from '../generated/resources.ts'
import type { QueueStore } from '../stores/store.ts'
import type { CallOptions } from '../transport/transport.ts'
import type { References } from './check-references.ts'

/** Last answers of the service: enough to show a form and to check its values. */
export interface Cached extends References {
  configuration: CreationConfiguration
  workflowStates: readonly WorkflowState[]
  /** Time of the fetch. */
  fetchedAt: Instant
}

interface CachedWithTag extends Cached {
  etag: string
}

const name = 'reference-data'
const longestPage = { limit: 200 }

/** @returns undefined when nothing was ever fetched. */
export const readCached = async (store: QueueStore): Promise<Cached | undefined> =>
  (await store.readCache(name)) as Cached | undefined

/**
 * Fetches all of it, and stores it as a whole or not at all; the configuration only when it is a newer one.
 * @param onUnwritten is called with the error of a store that cannot write it: a full disk, a folder that may only be read.
 */
export async function fetchCached(
  client: TocsinClient,
  store: QueueStore,
  now: () => Instant,
  options: CallOptions,
  onUnwritten: (error: unknown) => void,
): Promise<Cached> {
  // Where the cache cannot even be read, all of it is fetched.
  const held = (await store.readCache(name).catch(() => undefined)) as CachedWithTag | undefined
  const fetchedAt = now()
  const [newer, locations, points, users, workflowStates] = await Promise.all([
    client.creationConfigurations.currentUnless(held?.etag, options),
    client.locations.list(longestPage, options).all(),
    client.points.list(longestPage, options).all(),
    client.users.list(longestPage, options).all(),
    client.workflowStates.list(options).all(),
  ])
  // If there is no newer one, the cache has it: the server compared with it.
  const { configuration, etag } = newer ?? held!
  const cached: CachedWithTag = { configuration, etag, locations, points, users, workflowStates, fetchedAt }
  await store.writeCache(name, cached).catch(onUnwritten)
  return cached
}
