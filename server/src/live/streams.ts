import { Readable } from 'node:stream'
import type { LiveChange } from '@tocsin/contract/events/live.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Problem } from '../problem.ts'
import type { Database } from '../database/open.ts'
import type { OrganizationScope } from '../scope.ts'
import type { FoundChange } from './queries.ts'
import { LivePoller, type FindSessionRoles, type Follower, type StreamSession } from './poller.ts'
import { writePosition, type Position } from '../events/position.ts'

const streamsMaximum = 20
const heartbeatIntervalMs = 15_000
const retryMs = 2_000
/**
 * Maximum number of bytes that a client may leave unread. A stream with more unread bytes is closed. The client then
 * reconnects and receives the changes that it missed.
 */
const unreadMaximumBytes = 256 * 1024

/** Streams of events that are open in one server process. */
export class LiveStreams {
  readonly #poller: LivePoller
  readonly #log: (error: unknown) => void
  readonly #openByUser = new Map<Uuid, number>()
  #isClosed = false

  /**
   * @param findSessionRoles finds the valid sessions and their roles. A stream whose session is not among them is
   *   closed.
   */
  constructor(database: Database, findSessionRoles: FindSessionRoles, log: (error: unknown) => void) {
    this.#poller = new LivePoller(database, findSessionRoles, log)
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
  open(scope: OrganizationScope, { id, role }: Session, lastEventId: string | undefined): Readable {
    const open = this.#openByUser.get(scope.actorId) ?? 0
    if (open >= streamsMaximum) throw new Problem('too_many_streams', { retryAfterSeconds: 60 })
    this.#openByUser.set(scope.actorId, open + 1)

    const stream = new Readable({ read: () => undefined })
    const follower = followerOf(stream, { id, role, organizationId: scope.organizationId })
    const heartbeat = setInterval(follower.sendHeartbeat, heartbeatIntervalMs).unref()
    stream.once('close', () => {
      clearInterval(heartbeat)
      this.#poller.leave(follower)
      this.#releaseSlot(scope.actorId)
    })
    write(stream, `retry: ${retryMs}\n\n`)
    if (this.#isClosed) follower.end()
    else void this.#join(scope, stream, follower, lastEventId)
    return stream
  }

  /** Ends all open streams, and ends every stream that is opened later. The clients reconnect to another server. */
  close(): void {
    this.#isClosed = true
    this.#poller.end()
  }

  async #join(scope: OrganizationScope, stream: Readable, follower: Follower, lastEventId?: string): Promise<void> {
    try {
      await this.#poller.join(scope, follower, lastEventId)
    } catch (error) {
      this.#log(error)
      follower.end()
    }
    // While the database was being queried, the client may have left, or the server may have begun to stop.
    if (stream.destroyed) this.#poller.leave(follower)
    if (this.#isClosed) follower.end()
  }

  #releaseSlot(userId: Uuid): void {
    const open = this.#openByUser.get(userId)! - 1
    if (open > 0) this.#openByUser.set(userId, open)
    else this.#openByUser.delete(userId)
  }
}

type Session = Pick<StreamSession, 'id' | 'role'>

function followerOf(stream: Readable, session: StreamSession): Follower {
  let isOver = false
  const sendEvent = (event: string, data: object = {}, id?: string) => {
    if (!isOver) write(stream, `${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }
  return {
    session,
    ready: () => sendEvent('ready'),
    send({ incidentId, kind, at, actorId }: FoundChange, position: Position) {
      // Skip events that belong to no incident, because open pages show only changes of incidents.
      if (incidentId)
        sendEvent('change', { kind, incidentId, at, actorId } satisfies LiveChange, writePosition(position))
    },
    reload: () => sendEvent('reload'),
    sendHeartbeat: () => sendEvent('still_here'),
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
