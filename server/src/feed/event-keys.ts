import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../scope.ts'
import { newestPosition } from '../events/newest-position.ts'
import { findKeys } from './key-queries.ts'
import { windowMaximum } from './queries.ts'

/** Event of the feed, without its kind and its data. */
export interface EventKey {
  id: Uuid
  position: number
  incidentId: Uuid | null
}

/**
 * Reads the next events of the feed, without the kinds and data, which are not needed to plan a delivery.
 * @param query.after position after which to begin. It may be older than any position that the API accepts.
 * @returns `keys`: the events in the order of their positions. `until`: the last position that this read covered.
 *   `newest`: the position of the organization's newest event.
 */
export async function readEventKeys(
  scope: OrganizationScope,
  { after, kinds, limit }: { after: number; kinds: readonly string[]; limit: number },
): Promise<{ keys: EventKey[]; until: number; newest: number }> {
  const { number: newest } = await newestPosition(scope)
  const until = Math.min(newest, after + windowMaximum)
  const keys = until > after ? await findKeys(scope, { after, until, kinds, limit }) : []
  return { keys, until: keys.length < limit ? until : keys.at(-1)!.position, newest }
}

/**
 * Finds the first event of an incident after the position `after`.
 * @param query.incidentId null for an event that belongs to no incident.
 */
export const nextKeyOf = async (
  scope: OrganizationScope,
  query: { incidentId: Uuid | null; after: number; until: number; kinds: readonly string[] },
): Promise<EventKey | undefined> => (await findKeys(scope, { ...query, limit: 1 }))[0]
