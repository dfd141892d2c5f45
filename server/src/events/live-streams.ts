import { Readable } from 'node:stream'
import type { LiveChange } from '@tocsin/contract/events/live.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { readId } from '../http/normalize-input.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import type { FoundChange } from './live-queries.ts'
import { OrganizationPoller, type FindSessionRoles, type Follower } from './organization-poller.ts'

const streamsMaximum = 20
const heartbeatIntervalMs = 15_000
const retryMs = 2_000
/**
 * Maximum number of bytes that a client leaves unread. A stream with more unread bytes is closed. The client reconnects
 * and receives the missed changes.
 */
const unreadMaximumBytes = 256 * 1024

/** Open event streams of one server process. The streams of one organization share a poller. */
export class LiveStreams {
  readonly #findSessionRoles: FindSessionRoles
  readonly #pollers = new Map<Uuid, OrganizationPoller>()
  readonly #log: (error: unknown) => void
  readonly #openByUser = new Map<Uuid, number>()
  #isClosed = false

  /** @param findSessionRoles finds the valid sessions and their roles. Streams of other sessions are closed. */
  constructor(findSessionRoles: FindSessionRoles, log: (error: unknown) => void) {
    this.#findSessionRoles = findSessionRoles
    this.#log = log
  }

  /**
   * Opens a stream of server-sent events for the user of the scope.
   * @param lastEventId id of the last change that the client received; undefined for a client that connects for the
   *   first time.
   * @returns the text of the events. The stream ends when the session ends, when the role of the session changes, or
   *   when the server stops.
   * @throws Problem `too_many_streams`.
   * @see the HTML standard, 9.2 Server-sent events
   */
  open(scope: OrganizationScope, session: Follower['session'], lastEventId: string | undefined): Readable {
    const open = this.#openByUser.get(scope.actorId) ?? 0
    if (open >= streamsMaximum) throw new Problem('too_many_streams', { retryAfterSeconds: 60 })
    this.#openByUser.set(scope.actorId, open + 1)

    const stream = new Readable({ read: () => undefined })
    const follower = followerOf(stream, session)
    const poller = this.#pollerOf(scope)
    const heartbeat = setInterval(follower.stillHere, heartbeatIntervalMs).unref()
    stream.once('close', () => {
      clearInterval(heartbeat)
      poller.leave(follower)
      if (poller.followers.size === 0) this.#pollers.delete(scope.organizationId)
      this.#releaseSlot(scope.actorId)
    })
    write(stream, `retry: ${retryMs}\n\n`)
    poller.join(follower)
    if (lastEventId !== undefined) void sendMissed(poller, follower, lastEventId).catch(this.#log)
    if (this.#isClosed) follower.end()
    return stream
  }

  /** Ends all streams, and every stream that is opened later. The clients reconnect to another server. */
  close(): void {
    this.#isClosed = true
    for (const { followers } of this.#pollers.values()) for (const follower of followers) follower.end()
  }

  #pollerOf(scope: OrganizationScope): OrganizationPoller {
    const known = this.#pollers.get(scope.organizationId)
    if (known) return known
    const poller = new OrganizationPoller(scope, this.#findSessionRoles, this.#log)
    this.#pollers.set(scope.organizationId, poller)
    return poller
  }

  #releaseSlot(userId: Uuid): void {
    const open = this.#openByUser.get(userId)! - 1
    if (open > 0) this.#openByUser.set(userId, open)
    else this.#openByUser.delete(userId)
  }
}

function followerOf(stream: Readable, session: Follower['session']): Follower {
  let isOver = false
  const sendEvent = (event: string, data: object = {}, id?: Uuid) => {
    if (!isOver) write(stream, `${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }
  return {
    session,
    ready: () => sendEvent('ready'),
    send: ({ id, ...change }: FoundChange) => sendEvent('change', change satisfies LiveChange, id),
    reload: () => sendEvent('reload'),
    stillHere: () => sendEvent('still_here'),
    end: () => {
      if (!isOver) stream.push(null)
      isOver = true
    },
  }
}

function write(stream: Readable, text: string): void {
  if (stream.destroyed) return
  if (stream.readableLength > unreadMaximumBytes) stream.destroy()
  else stream.push(text)
}

async function sendMissed(poller: OrganizationPoller, follower: Follower, lastEventId: string): Promise<void> {
  const id = readId(lastEventId)
  const missed = id && (await poller.missedSince(id))
  if (missed) missed.forEach((change) => follower.send(change))
  else follower.reload()
}
