import { setTimeout as delay } from 'node:timers/promises'
import type { Incident, IncidentQuery, TocsinClient } from '../../../../client/src/client.ts'
import type { TocsinError } from '../../../../client/src/error.ts'
import { isPassing } from '../../../../client/src/transport/retry.ts'
import { limitMaximum } from '@tocsin/contract/limits.ts'
import type { Instant } from '@tocsin/contract/scalars.ts'

export interface FollowOptions {
  everyMs: number
  signal: AbortSignal
  /** Called once, when the first poll has succeeded. Every later creation and change is yielded. */
  onReady(): void
  /** Called when a poll has failed with an error that may be temporary. The next poll follows after `everyMs`. */
  onRetry(error: TocsinError): void
}

/**
 * Each poll begins this long before the newest known change. `lastModifiedAt` is the time at which a write began, but
 * its change becomes visible only at the end of the write. A write can therefore become visible after newer changes, at
 * most as late as the write takes.
 * @see docs/integrating.md, Poll for changes
 */
const overlapMs = 120_000

/**
 * Yields created and changed incidents, each change exactly once, until `signal` is aborted.
 * @param query filters. Skips changes before `query.startAt`. Without `startAt`, skips the changes before the first
 *   poll.
 * @throws TocsinProblem for a problem that a retry cannot solve; the reason of `signal` when it is aborted.
 */
export async function* follow(
  client: TocsinClient,
  query: IncidentQuery,
  { everyMs, signal, onReady, onRetry }: FollowOptions,
): AsyncGenerator<Incident, void, undefined> {
  const seen = new SeenChanges(query.startAt)
  let isReady = false
  for (;;) {
    try {
      // If the first poll found nothing, everything that a later poll finds is new, even after a long outage.
      const startAt = seen.start ?? query.startAt ?? (isReady ? undefined : await startOfNow(client, query, signal))
      const from = {
        ...query,
        ...(startAt && { startAt }),
        sort: [{ key: 'lastModifiedAt' }],
        limit: limitMaximum,
      } as const
      for await (const incident of client.incidents.list(from, { signal })) {
        const isNew = seen.add(incident)
        // Without `startAt`, the first poll yields nothing: it only records the changes that exist already.
        if (isNew && (isReady || query.startAt)) yield incident
      }
      if (!isReady) onReady()
      isReady = true
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error
      onRetry(error)
    }
    await delay(everyMs, undefined, { signal })
  }
}

/** Changes that were read, and that the next poll may return again. */
class SeenChanges {
  readonly #atMs = new Map<string, number>()
  readonly #sinceMs: number
  #newestMs: number | undefined

  /** @param since start of the time range of the first poll; no later poll starts before it. */
  constructor(since: Instant | Date | undefined) {
    this.#sinceMs = since === undefined ? -Infinity : new Date(since).getTime()
  }

  /** Start of the time range of the next poll; undefined before the first change is added. */
  get start(): Date | undefined {
    return this.#newestMs === undefined ? undefined : new Date(Math.max(this.#newestMs - overlapMs, this.#sinceMs))
  }

  /**
   * Records a change.
   * @returns true if the change was not recorded before.
   */
  add({ id, lastModifiedAt }: Incident): boolean {
    const change = `${id} ${lastModifiedAt}`
    if (this.#atMs.has(change)) return false
    const atMs = Date.parse(lastModifiedAt)
    this.#newestMs = Math.max(this.#newestMs ?? atMs, atMs)
    this.#atMs.set(change, atMs)
    // Delete the changes that are too old for later polls. The changes are almost in order, so stop at the first recent
    // change: later calls delete the few old changes after it.
    for (const [oldest, oldestAtMs] of this.#atMs) {
      if (oldestAtMs >= this.#newestMs - overlapMs) break
      this.#atMs.delete(oldest)
    }
    return true
  }
}

/**
 * Returns the start of the time range of the first poll: `overlapMs` before the newest change. The first poll records
 * the existing changes in this range, so that the second poll can skip them.
 * @returns undefined if no incident matches the query.
 */
async function startOfNow(client: TocsinClient, query: IncidentQuery, signal: AbortSignal): Promise<Date | undefined> {
  const newestFirst = { ...query, sort: [{ key: 'lastModifiedAt', descending: true }], limit: 1 } as const
  const [newest] = (await client.incidents.list(newestFirst, { signal }).page()).items
  return newest && new Date(Date.parse(newest.lastModifiedAt) - overlapMs)
}
