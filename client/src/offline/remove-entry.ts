import type { Instant } from '../generated/resources.ts'
import type { QueueStore } from '../stores/store.ts'
import { awaitedBy, type QueueEntry } from './entry.ts'
import { requireDamaged } from './find-entry.ts'
import { QueueError } from './queue-error.ts'

export interface DropOptions {
  /** True to remove even an entry that the server may have received. Nothing is deleted on the server. */
  mayHaveArrived?: boolean
}

/**
 * Removes an entry. If the entry is a creation, first removes the entries that wait for it, so that no entry is left
 * without its creation if the process ends in between.
 * @returns the removed entries.
 * @throws QueueError `unknown_entry`; `may_have_arrived` if the server may have received one of the entries.
 */
export async function removeEntry(
  store: QueueStore,
  id: string,
  { mayHaveArrived }: DropOptions,
): Promise<QueueEntry[]> {
  const entry = await store.read(id)
  if (!entry) await requireDamaged(store, id)
  // The kind of a damaged entry is unknown, so it may be a creation that other entries wait for.
  const isAwaited = !entry || entry.kind === 'incident'
  const following = isAwaited ? (await store.list()).filter((other) => awaitedBy(other) === id) : []
  const removed = entry ? [...following, entry] : following
  if (!mayHaveArrived && removed.some(({ state, attempted }) => state === 'waiting' && attempted)) {
    throw new QueueError('may_have_arrived')
  }
  for (const each of following) await store.remove(each.id)
  await store.remove(id)
  return removed
}

/** Removes the creations that were sent more than `keepSentMs` ago, unless another entry refers to them. */
export async function forgetSent(
  store: Pick<QueueStore, 'remove'>,
  entries: readonly QueueEntry[],
  now: Instant,
  keepSentMs: number,
): Promise<void> {
  // If `keepSentMs` is Infinity, use the year 1970, because `toISOString` throws for an infinite date.
  const before = new Date(Math.max(0, Date.parse(now) - keepSentMs)).toISOString()
  const awaited = new Set(entries.map(awaitedBy))
  for (const entry of entries) {
    if (entry.kind === 'incident' && entry.state === 'sent' && entry.sentAt < before && !awaited.has(entry.id)) {
      await store.remove(entry.id)
    }
  }
}
