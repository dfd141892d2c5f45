import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../scope.ts'
import { newestPosition } from '../events/newest-position.ts'
import { findKeys } from './key-queries.ts'

/** Event of the feed without its data. */
export interface EventKey {
  id: Uuid
  position: number
  kind: string
  incidentId: Uuid | null
}

/** Maximum number of positions that one read covers, because a filter may leave only few events. */
const windowMaximum = 10_000

/**
 * Reads the keys of the next events of the feed, which are enough to plan their delivery.
 * @param query.after position after which to begin; it may be further back than the feed of the API reaches.
 * @returns the keys in the order of their positions, the position up to which they are complete, and the newest one.
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
 * Finds the next event of an incident.
 * @param query.incidentId null for the events that belong to no incident.
 */
export const nextKeyOf = async (
  scope: OrganizationScope,
  query: { incidentId: Uuid | null; after: number; until: number; kinds: readonly string[] },
): Promise<EventKey | undefined> => (await findKeys(scope, { ...query, limit: 1 }))[0]
