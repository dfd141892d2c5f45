import { setTimeout as delay } from 'node:timers/promises'
import type { Incident, IncidentQuery, TocsinClient } from '../../../../client/src/client.ts'
import type { TocsinError } from '../../../../client/src/error.ts'
import { isPassing } from '../../../../client/src/transport/retry.ts'
import { limitMaximum } from '@tocsin/contract/limits.ts'
import type { Instant } from '@tocsin/contract/scalars.ts'

export interface FollowOptions {
  everyMs: number
  signal: AbortSignal
  /** Whatever is created or changed after this is given out. */
  onReady(): void
  /** The service could not be reached; it is asked again. */
  onTrouble(error: TocsinError): void
}

/**
 * `lastModifiedAt` is taken when a write begins, and the write is seen when it has ended: for so long it may appear behind
 * others that are newer. No write takes longer.
 * @see docs/integrating.md, Poll for changes
 */
const overlapMs = 120_000

/**
 * Follows what is created and changed, each change once and none left out, until `signal` is aborted.
 * @param query its `startAt` tells from when on; without it, only what happens from now on is given out.
 * @throws TocsinProblem; an error of the abortion.
 */
export async function* follow(
  client: TocsinClient,
  query: IncidentQuery,
  { everyMs, signal, onReady, onTrouble }: FollowOptions,
): AsyncGenerator<Incident, void, undefined> {
  const seen = new SeenChanges(query.startAt)
  let isReady = false
  for (;;) {
    try {
      const startAt = seen.start ?? query.startAt ?? (await startOfNow(client, query, signal))
      const from = {
        ...query,
        ...(startAt && { startAt }),
        sort: [{ key: 'lastModifiedAt' }],
        limit: limitMaximum,
      } as const
      for await (const incident of client.incidents.list(from, { signal })) {
        const isNew = seen.add(incident)
        // Without a `startAt`, what was there before is only remembered.
        if (isNew && (isReady || query.startAt)) yield incident
      }
      if (!isReady) onReady()
      isReady = true
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error
      onTrouble(error)
    }
    await delay(everyMs, undefined, { signal })
  }
}

/** The changes that the next poll will meet again. */
class SeenChanges {
  readonly #atMs = new Map<string, number>()
  readonly #sinceMs: number
  #newestMs: number | undefined

  /** @param since when what came before is not wanted. */
  constructor(since: Instant | Date | undefined) {
    this.#sinceMs = since === undefined ? -Infinity : new Date(since).getTime()
  }

  /** Where the next poll begins; undefined as long as nothing was seen. */
  get start(): Date | undefined {
    return this.#newestMs === undefined ? undefined : new Date(Math.max(this.#newestMs - overlapMs, this.#sinceMs))
  }

  /** @returns whether it was not seen before. */
  add({ id, lastModifiedAt }: Incident): boolean {
    const change = `${id} ${lastModifiedAt}`
    if (this.#atMs.has(change)) return false
    const atMs = Date.parse(lastModifiedAt)
    this.#newestMs = Math.max(this.#newestMs ?? atMs, atMs)
    this.#atMs.set(change, atMs)
    // They come in order, but for the few that were late: those are forgotten with the ones before them.
    for (const [oldest, oldestAtMs] of this.#atMs) {
      if (oldestAtMs >= this.#newestMs - overlapMs) break
      this.#atMs.delete(oldest)
    }
    return true
  }
}

/** As far back as something may have been written that is not to be seen yet; undefined: there is nothing at all. */
async function startOfNow(client: TocsinClient, query: IncidentQuery, signal: AbortSignal): Promise<Date | undefined> {
  const newestFirst = { ...query, sort: [{ key: 'lastModifiedAt', descending: true }], limit: 1 } as const
  const [newest] = (await client.incidents.list(newestFirst, { signal }).page()).items
  return newest && new Date(Date.parse(newest.lastModifiedAt) - overlapMs)
}
