import type { Instant } from '../generated/resources.ts'
import type { QueueStore } from '../stores/store.ts'
import { awaitedBy, type QueueEntry } from './entry.ts'
import { requireDamaged } from './find-entry.ts'
import { QueueError } from './queue-error.ts'

export interface DropOptions {
  /** Removes what may have arrived as well: the server keeps it then. */
  mayHaveArrived?: boolean
}

/**
 * Removes an entry, and with a creation whatever waits for it. The latter first: whenever the process ends, nothing
 * waits for an entry that is gone.
 * @returns what was removed.
 * @throws QueueError `unknown_entry`, `may_have_arrived`.
 */
export async function removeEntry(
  store: QueueStore,
  id: string,
  { mayHaveArrived }: DropOptions,
): Promise<QueueEntry[]> {
  const entry = await store.read(id)
  if (!entry) await requireDamaged(store, id)
  // A damaged one may be a creation.
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

/** Forgets creations that were sent before a time, unless something still waits for them. */
export async function forgetSent(store: QueueStore, entries: readonly QueueEntry[], before: Instant): Promise<void> {
  const awaited = new Set(entries.map(awaitedBy))
  for (const entry of entries) {
    if (entry.kind === 'incident' && entry.state === 'sent' && entry.sentAt < before && !awaited.has(entry.id)) {
      await store.remove(entry.id)
    }
  }
}
