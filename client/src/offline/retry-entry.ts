import type { PatchIncident } from '../generated/resources.ts'
import type { NewComment } from '../resources/comments.ts'
import type { QueueStore } from '../stores/store.ts'
import type { Cached } from './cache.ts'
import { asSent, edit, type OfflineIncident } from './compose.ts'
import type { QueueEntry } from './entry.ts'
import { requireEntry } from './find-entry.ts'
import { QueueError } from './queue-error.ts'
import type { Queued, Refused } from './receipt.ts'
import { provesNotStored } from './send-entry.ts'

export interface RetryOptions {
  /**
   * New version on which a change is based. After a conflict, pass the `currentVersion` of the problem. Ignored for
   * entries that are not changes.
   */
  ifMatch?: number
}

/** New content of a parked entry. */
export type Edited = OfflineIncident | NewComment | PatchIncident

/**
 * Makes a parked entry wait for the next flush, under the same idempotency key.
 * @returns the receipt, or the violations of the new content.
 * @throws QueueError `unknown_entry`; `not_parked`; `not_editable` for new content of a file.
 */
export async function retryEntry(
  store: QueueStore,
  cached: Cached | undefined,
  id: string,
  edited: Edited | undefined,
  { ifMatch }: RetryOptions,
): Promise<Queued | Refused> {
  const given = edited && asSent(edited)
  const entry = await requireEntry(store, id)
  if (entry.state !== 'parked') throw new QueueError('not_parked')
  const changed = given ? edit(cached, entry, given) : entry
  if ('isQueued' in changed) return changed
  const { problem, failures: _, attempted, ...retried } = changed
  const mayHaveArrived = (attempted && !provesNotStored(problem)) || undefined
  const isRebased = changed.kind === 'change' && ifMatch !== undefined && ifMatch !== changed.ifMatch
  const rebased = isRebased && { ifMatch, ownSince: undefined, rebased: mayHaveArrived }
  await store.replace({ ...retried, attempted: mayHaveArrived, ...rebased, state: 'waiting' } as QueueEntry)
  return { isQueued: true, id }
}
