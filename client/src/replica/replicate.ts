import type { TocsinClient } from '../client.ts'
import { TocsinProblem } from '../error.ts'
import type { CallOptions } from '../transport/transport.ts'
import { unending } from '../transport/unending.ts'
import { follow } from './follow.ts'
import type { ReplicaChanges, ReplicaCheckpoint, ReplicaStore } from './store.ts'
import { walk } from './walk.ts'

export interface ReplicateOptions extends CallOptions {
  /** Seconds that the server waits for an event before it answers: at most 60, and 20 by default. */
  waitSeconds?: number
}

/** Step of a replica: changes that the store has applied. */
export interface ReplicaProgress {
  changes: ReplicaChanges
  checkpoint: ReplicaCheckpoint
  /** True if the replica has every change that the server had when it answered. */
  isCurrent: boolean
}

/**
 * Builds an exact replica of all incidents and comments in a store, and keeps it up to date. The iteration yields each
 * step after the store has applied it, and ends only with an error, an abort or a `break`. A further call continues
 * from the checkpoint in the store.
 *
 * After temporary failures, requests are retried without end, unless `retry` or `timeouts` sets a limit. If the feed no
 * longer has the position of the checkpoint, the lists are read again, and rows that the lists do not contain are
 * deleted.
 * @throws TocsinError for other failed requests, the reason of an aborted `signal`, and the errors of the store.
 */
export async function* replicate(
  client: TocsinClient,
  store: ReplicaStore,
  options: ReplicateOptions = {},
): AsyncGenerator<ReplicaProgress, void, undefined> {
  const { waitSeconds, ...calls } = options
  const callOptions = unending(calls)
  let checkpoint = await store.checkpoint()
  let isResumed = checkpoint !== undefined
  for (;;) {
    try {
      const position = yield* walk(client, store, checkpoint, callOptions)
      yield* follow(client, store, position, { ...callOptions, waitSeconds })
    } catch (error) {
      if (!mustBeginAnew(error, isResumed)) throw error
      checkpoint = undefined
      isResumed = false
    }
  }
}

/**
 * Returns true if the lists must be read again, because the server rejects the feed position, or the cursor that an
 * earlier process stored.
 */
const mustBeginAnew = (error: unknown, isResumed: boolean): boolean =>
  error instanceof TocsinProblem &&
  (error.code === 'position_unknown' ||
    error.code === 'position_expired' ||
    (error.code === 'invalid_request' && isResumed))
