import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { Role } from '@tocsin/contract/console/session.ts'
import type { OrganizationScope } from '../scope.ts'
import { findChanges, type FoundChange } from './live-queries.ts'

const pollIntervalMs = 500

/**
 * Maximum age of the changes that a poll reads. A poll reads again most of what the previous poll has read, because a
 * change may become visible after a change with a larger id: ids are made before the commit, and by servers with
 * different clocks. Changes that an earlier poll has read are not sent again.
 */
const lookBackMs = 10_000

/** Number of changes within `lookBackMs` at which followers are asked to reload instead of receiving each change. */
const changesMaximum = 1_000

/**
 * Finds the sessions that are still valid.
 * @returns the role of each valid session, keyed by session id.
 */
export type FindSessionRoles = (scope: OrganizationScope, sessionIds: Uuid[]) => Promise<ReadonlyMap<Uuid, Role>>

/** Open stream that receives the changes of one organization. */
export interface Follower {
  /** Session that opened the stream, and the session's role at that time. */
  session: { id: Uuid; role: Role }
  /** Reports to the client that the stream will contain every change committed from this point on. */
  ready(): void
  send(change: FoundChange): void
  /** Asks the client to reload, because changes were missed or are too many to send. */
  reload(): void
  /** Sends a heartbeat, which keeps the connection open while nothing happens. */
  stillHere(): void
  /**
   * Ends the stream, for example because its session has ended or has another role. A client that reconnects gets the
   * new role.
   */
  end(): void
}

/**
 * Polls the changes of one organization and sends them to all followers. Does not poll while there are no followers.
 */
export class OrganizationPoller {
  readonly #scope: OrganizationScope
  readonly #findSessionRoles: FindSessionRoles
  readonly #log: (error: unknown) => void
  readonly #followers = new Set<Follower>()
  #seen = new Set<Uuid>()
  /** Time of the last poll; undefined until the first poll has read the existing changes. */
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
   * Finds the changes that a follower may have missed since the change with the id `lastId`.
   * @returns the changes, oldest first, possibly with changes that were sent already; undefined when there are too
   *   many.
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
    // If the last successful poll was long ago, for example because the database was unavailable, some changes may be
    // too old for this poll to read them.
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

/**
 * Returns the smallest id that can be made at this time.
 * @see RFC 9562, 5.7
 */
function firstIdAt(timeMs: number): Uuid {
  const digits = Math.max(0, timeMs).toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`
}

const timeOf = (id: Uuid): number => Number.parseInt(id.slice(0, 13).replace('-', ''), 16)
