import { setTimeout as delay } from 'node:timers/promises'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { Role } from '@tocsin/contract/console/session.ts'
import type { Database } from '../database/open.ts'
import type { OrganizationScope } from '../scope.ts'
import { findChanges, findChangesOf, type FoundChange } from './queries.ts'
import { parsePosition, type Position } from '../events/position.ts'
import { newestPosition } from '../events/newest-position.ts'

const pollIntervalMs = 500

/**
 * Maximum number of changes that one query reads for an organization. If the query reads the maximum, followers are
 * asked to reload instead of receiving each change.
 */
const changesMaximum = 1_000

export interface StreamSession {
  id: Uuid
  organizationId: Uuid
  /** Role of the session when the stream was opened. */
  role: Role
}

/**
 * Finds the sessions that are still valid.
 * @returns the role of each valid session, keyed by session id.
 */
export type FindSessionRoles = (
  sessions: Pick<StreamSession, 'id' | 'organizationId'>[],
) => Promise<ReadonlyMap<Uuid, Role>>

/** Open stream that receives the changes of one organization. */
export interface Follower {
  session: StreamSession
  /** Reports to the client that the stream will contain every change committed from now on. */
  ready(): void
  send(change: FoundChange, position: Position): void
  /** Asks the client to reload, because changes were missed or are too many to send. */
  reload(): void
  /** Sends a heartbeat, which keeps the connection open while nothing happens. */
  sendHeartbeat(): void
  /**
   * Ends the stream, for example because the session has ended or the role of its user has changed. If the client
   * reconnects, the new stream has the new role.
   */
  end(): void
}

/** Followers of one organization, and the position in the feed up to which they have received the changes. */
interface FollowedFeed {
  followers: Set<Follower>
  position: Position
}

/**
 * Sends the changes of each organization to its followers, which are open streams. Each poll takes two queries for any
 * number of organizations and streams. Does not poll while there are no followers.
 */
export class LivePoller {
  readonly #database: Database
  readonly #findSessionRoles: FindSessionRoles
  readonly #log: (error: unknown) => void
  readonly #feeds = new Map<Uuid, FollowedFeed>()
  #isPolling = false

  constructor(database: Database, findSessionRoles: FindSessionRoles, log: (error: unknown) => void) {
    this.#database = database
    this.#findSessionRoles = findSessionRoles
    this.#log = log
  }

  /**
   * Adds a follower, and sends it the changes that its client has missed.
   * @param lastEventId position of the last change that the client received; undefined if it connects for the first
   *   time.
   */
  async join(scope: OrganizationScope, follower: Follower, lastEventId: string | undefined): Promise<void> {
    // Add the follower to the feed before reading the changes that its client missed. Otherwise a change that is
    // committed in between would be lost.
    const newest = await newestPosition(scope)
    const feed = this.#feeds.get(scope.organizationId) ?? { followers: new Set(), position: newest }
    this.#feeds.set(scope.organizationId, feed)
    feed.followers.add(follower)
    follower.ready()
    if (lastEventId !== undefined) await sendMissed(scope, follower, parsePosition(lastEventId), newest)
    void this.#poll()
  }

  leave(follower: Follower): void {
    const { organizationId } = follower.session
    const feed = this.#feeds.get(organizationId)
    feed?.followers.delete(follower)
    if (feed?.followers.size === 0) this.#feeds.delete(organizationId)
  }

  end(): void {
    for (const { followers } of this.#feeds.values()) for (const follower of followers) follower.end()
  }

  async #poll(): Promise<void> {
    if (this.#isPolling) return
    this.#isPolling = true
    let isDelayed = false
    // Stop polling when no followers are left. Otherwise a stopping server would poll a database that is already
    // closed.
    while (this.#feeds.size > 0) {
      try {
        await this.#endInvalidSessions()
        await this.#sendChanges()
        isDelayed = false
      } catch (error) {
        // Log only the first failure of an outage.
        if (!isDelayed) this.#log(error)
        isDelayed = true
      }
      await delay(pollIntervalMs, undefined, { ref: false })
    }
    this.#isPolling = false
  }

  async #endInvalidSessions(): Promise<void> {
    const followers = [...this.#feeds.values()].flatMap((feed) => [...feed.followers])
    const roles = await this.#findSessionRoles(followers.map(({ session }) => session))
    for (const follower of followers) {
      const { id, role } = follower.session
      if (roles.get(id) !== role) follower.end()
    }
  }

  async #sendChanges(): Promise<void> {
    const positions = new Map(Array.from(this.#feeds, ([id, { position }]) => [id, position.number]))
    const found = await findChangesOf(this.#database, positions, changesMaximum)
    for (const [id, changes] of Map.groupBy(found, ({ organizationId }) => organizationId)) {
      const feed = this.#feeds.get(id)
      if (feed) sendTo(feed, changes)
    }
  }
}

function sendTo(feed: FollowedFeed, changes: FoundChange[]): void {
  const { epoch } = feed.position
  feed.position = { epoch, number: changes.at(-1)!.position }
  for (const follower of feed.followers) {
    if (changes.length === changesMaximum) follower.reload()
    else for (const change of changes) follower.send(change, { epoch, number: change.position })
  }
}

async function sendMissed(
  scope: OrganizationScope,
  follower: Follower,
  last: Position | undefined,
  newest: Position,
): Promise<void> {
  const isKnown = last?.epoch === newest.epoch && last.number <= newest.number
  const missed = isKnown ? await findChanges(scope, last.number, changesMaximum) : undefined
  if (!missed || missed.length === changesMaximum) follower.reload()
  else for (const change of missed) follower.send(change, { epoch: newest.epoch, number: change.position })
}
