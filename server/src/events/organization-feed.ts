import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { Role } from '@tocsin/contract/console/session.ts'
import type { OrganizationScope } from '../scope.ts'
import { usableRoles } from '../identity/sessions/usable.ts'
import { findChanges, type FoundChange } from './live-queries.ts'

const pollIntervalMs = 500

/**
 * Ids are made before their transaction commits, by any server with its own clock: a change may become visible after
 * one with a larger id. So each poll looks back this far, and skips what it has already seen.
 */
const lookBackMs = 10_000

/** More changes than this in that time are not sent one by one. */
const changesMaximum = 1_000

/** Somebody who receives the changes. */
export interface Follower {
  /** As it was when the stream was opened. */
  session: { id: Uuid; role: Role }
  /** Every change that is committed from now on will be sent. */
  ready(): void
  tell(change: FoundChange): void
  /** More happened than is sent one by one. */
  reload(): void
  /** Nothing has happened; keeps the connection open. */
  stillHere(): void
  /** The session has ended, or is one of another role: whoever comes back reads it again. */
  end(): void
}

/** Sends what happens in one Organization to its followers: one poll for all of them, and none if there are none. */
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
   * @returns the oldest first, perhaps with some already sent; undefined when it is too much to send one by one.
   */
  async missedSince(lastId: Uuid): Promise<FoundChange[] | undefined> {
    const found = await findChanges(this.#scope, firstIdAt(timeOf(lastId) - lookBackMs), changesMaximum)
    return found.length === changesMaximum ? undefined : found.filter(({ id }) => id !== lastId).toReversed()
  }

  async #poll(): Promise<void> {
    this.#timer = undefined
    this.#isPolling = true
    try {
      await this.#endFormerSessions()
      const from = firstIdAt(Date.now() - lookBackMs)
      this.#tell(await findChanges(this.#scope, from, changesMaximum))
    } catch (error) {
      this.#log(error)
    } finally {
      this.#isPolling = false
      if (this.#followers.size > 0) this.#timer = setTimeout(() => void this.#poll(), pollIntervalMs).unref()
    }
  }

  async #endFormerSessions(): Promise<void> {
    const followers = [...this.#followers]
    const roles = await usableRoles(
      this.#scope,
      followers.map(({ session }) => session.id),
    )
    for (const follower of followers) {
      const { id, role } = follower.session
      if (roles.get(id) !== role) follower.end()
    }
  }

  #tell(found: FoundChange[]): void {
    const nowMs = performance.now()
    const isFirst = this.#polledAtMs === undefined
    // While the database was away, changes may have come that are now older than a poll looks back.
    const wasBlind = !isFirst && nowMs - this.#polledAtMs! > lookBackMs / 2
    const unseen = found.filter(({ id }) => !this.#seen.has(id)).toReversed()
    this.#polledAtMs = nowMs
    this.#seen = new Set(found.map(({ id }) => id))
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
