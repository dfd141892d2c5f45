import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../scope.ts'
import { usableSessions } from '../sessions/usable.ts'
import { findChanges, type FoundChange } from './live-queries.ts'

const pollIntervalMs = 500

/**
 * Ids are made before their transaction commits, by any server and its own clock: a change may become visible after one
 * with a larger id. So each poll looks back this far, and passes over what it has seen.
 */
const lookBackMs = 10_000

/** More changes than this in that time are not told one by one. */
const changesMaximum = 1_000

/** Somebody who is told of changes. */
export interface Follower {
  sessionId: Uuid
  /** Whatever is committed from now on will be told. */
  ready(): void
  tell(change: FoundChange): void
  /** More happened than is told. */
  reload(): void
  /** Nothing happens, and the connection is meant to stay. */
  stillHere(): void
  /** The session is over. */
  end(): void
}

/** What happens in one Organization, told to whoever follows: one poll for all of them, and none for nobody. */
export class OrganizationFeed {
  readonly #scope: OrganizationScope
  readonly #log: (error: unknown) => void
  readonly #followers = new Set<Follower>()
  #seen = new Set<Uuid>()
  /** Undefined until what was there before is known. */
  #polledAtMs: number | undefined
  #timer: NodeJS.Timeout | undefined
  #isPolling = false

  constructor(scope: OrganizationScope, log: (error: unknown) => void) {
    this.#scope = scope
    this.#log = log
  }

  get followers(): ReadonlySet<Follower> {
    return this.#followers
  }

  join(follower: Follower): void {
    this.#followers.add(follower)
    if (this.#polledAtMs !== undefined) follower.ready()
    if (!this.#isPolling && !this.#timer) void this.#poll()
  }

  leave(follower: Follower): void {
    this.#followers.delete(follower)
    if (this.#followers.size > 0) return
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /**
   * What a follower may have missed since a change.
   * @returns the oldest first, some of it perhaps told already; undefined when it is too much to be told one by one.
   */
  async missedSince(lastId: Uuid): Promise<FoundChange[] | undefined> {
    const found = await findChanges(this.#scope, firstIdAt(timeOf(lastId) - lookBackMs), changesMaximum)
    return found.length === changesMaximum ? undefined : found.filter(({ id }) => id !== lastId).toReversed()
  }

  async #poll(): Promise<void> {
    this.#timer = undefined
    this.#isPolling = true
    try {
      await this.#endEndedSessions()
      const from = firstIdAt(Date.now() - lookBackMs)
      this.#tell(from, await findChanges(this.#scope, from, changesMaximum))
    } catch (error) {
      this.#log(error)
    } finally {
      this.#isPolling = false
      if (this.#followers.size > 0) this.#timer = setTimeout(() => void this.#poll(), pollIntervalMs).unref()
    }
  }

  async #endEndedSessions(): Promise<void> {
    const followers = [...this.#followers]
    const usable = await usableSessions(
      this.#scope,
      followers.map(({ sessionId }) => sessionId),
    )
    for (const follower of followers) if (!usable.has(follower.sessionId)) follower.end()
  }

  #tell(from: Uuid, found: FoundChange[]): void {
    const nowMs = performance.now()
    const isFirst = this.#polledAtMs === undefined
    // While the database was away, changes may have come and left the time that is looked back on.
    const wasBlind = !isFirst && nowMs - this.#polledAtMs! > lookBackMs / 2
    const unseen = found.filter(({ id }) => !this.#seen.has(id)).toReversed()
    this.#polledAtMs = nowMs
    this.#seen = new Set([...[...this.#seen].filter((id) => id >= from), ...found.map(({ id }) => id)])
    for (const follower of this.#followers) {
      if (isFirst) follower.ready()
      else if (wasBlind || (unseen.length > 0 && found.length === changesMaximum)) follower.reload()
      else unseen.forEach((change) => follower.tell(change))
    }
  }
}

/** The smallest id that can have been made at a time or later. @see RFC 9562, 5.7 */
function firstIdAt(timeMs: number): Uuid {
  const digits = Math.max(0, timeMs).toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`
}

const timeOf = (id: Uuid): number => Number.parseInt(id.slice(0, 13).replace('-', ''), 16)
