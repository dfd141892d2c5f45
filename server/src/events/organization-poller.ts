import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { Role } from '@tocsin/contract/console/session.ts'
import type { OrganizationScope } from '../scope.ts'
import { findChanges, type FoundChange } from './live-queries.ts'

const pollIntervalMs = 500

/**
 * Each poll looks back this far and skips the changes it has seen. A change may become visible after one with a larger id,
 * because ids are made before the commit and by servers with different clocks.
 */
const lookBackMs = 10_000

/** With this many changes within `lookBackMs`, followers reload instead of receiving each change. */
const changesMaximum = 1_000

/** Finds the roles of the sessions that are still valid: session id → role. */
export type FindSessionRoles = (scope: OrganizationScope, sessionIds: Uuid[]) => Promise<ReadonlyMap<Uuid, Role>>

/** One open stream that receives the changes of its organization. */
export interface Follower {
  /** Session and its role when the stream was opened. */
  session: { id: Uuid; role: Role }
  /** Reports that every change committed from now on will be sent. */
  ready(): void
  send(change: FoundChange): void
  /** Asks the reader to reload, because changes were missed or are too many to send. */
  reload(): void
  /** Keeps the connection open while nothing happens. */
  stillHere(): void
  /** Ends the stream, because its session has ended or has another role. A reconnecting reader gets the new role. */
  end(): void
}

/** Polls the changes of one organization for all its followers. Does not poll without followers. */
export class OrganizationPoller {
  readonly #scope: OrganizationScope
  readonly #findSessionRoles: FindSessionRoles
  readonly #log: (error: unknown) => void
  readonly #followers = new Set<Follower>()
  #seen = new Set<Uuid>()
  /** Undefined until the first poll has read the existing changes. */
  #polledAtMs: number | undefined
  #timer: NodeJS.Timeout | undefined
  #isPolling = false

  constructor(scope: OrganizationScope, findSessionRoles: FindSessionRoles, log: (error: unknown) => void) {
    this.#scope = scope
    this.#findSessionRoles = findSessionRoles
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
   * Finds the changes that a follower may have missed since a change.
   * @returns the changes, oldest first, possibly with some that were sent already; undefined when they are too many.
   */
  async missedSince(lastId: Uuid): Promise<FoundChange[] | undefined> {
    const found = await findChanges(this.#scope, firstIdAt(timeOf(lastId) - lookBackMs), changesMaximum)
    return found.length === changesMaximum ? undefined : found.filter(({ id }) => id !== lastId).toReversed()
  }

  async #poll(): Promise<void> {
    this.#timer = undefined
    this.#isPolling = true
    try {
      await this.#endInvalidSessions()
      const from = firstIdAt(Date.now() - lookBackMs)
      this.#sendUnseen(await findChanges(this.#scope, from, changesMaximum))
    } catch (error) {
      this.#log(error)
    } finally {
      this.#isPolling = false
      if (this.#followers.size > 0) this.#timer = setTimeout(() => void this.#poll(), pollIntervalMs).unref()
    }
  }

  async #endInvalidSessions(): Promise<void> {
    const followers = [...this.#followers]
    const roles = await this.#findSessionRoles(
      this.#scope,
      followers.map(({ session }) => session.id),
    )
    for (const follower of followers) {
      const { id, role } = follower.session
      if (roles.get(id) !== role) follower.end()
    }
  }

  #sendUnseen(found: FoundChange[]): void {
    const nowMs = performance.now()
    const isFirst = this.#polledAtMs === undefined
    // While the database was unavailable, changes may have become older than a poll looks back.
    const mayHaveMissed = !isFirst && nowMs - this.#polledAtMs! > lookBackMs / 2
    const unseen = found.filter(({ id }) => !this.#seen.has(id)).toReversed()
    this.#polledAtMs = nowMs
    this.#seen = new Set(found.map(({ id }) => id))
    for (const follower of this.#followers) {
      if (isFirst) follower.ready()
      else if (mayHaveMissed || (unseen.length > 0 && found.length === changesMaximum)) follower.reload()
      else unseen.forEach((change) => follower.send(change))
    }
  }
}

/** Returns the smallest possible id made at a time or later. @see RFC 9562, 5.7 */
function firstIdAt(timeMs: number): Uuid {
  const digits = Math.max(0, timeMs).toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`
}

const timeOf = (id: Uuid): number => Number.parseInt(id.slice(0, 13).replace('-', ''), 16)
