import { Readable } from 'node:stream'
import type { LiveChange } from '@tocsin/contract/events/live.ts'
import { isUuid, type Uuid } from '@tocsin/contract/scalars.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import type { FoundChange } from './live-queries.ts'
import { OrganizationFeed, type Follower } from './organization-feed.ts'

const streamsMaximum = 20
const heartbeatIntervalMs = 15_000
const retryMs = 2_000
/** How much may wait for a reader that does not read; it reconnects and is sent what it missed. */
const waitingMaximumBytes = 256 * 1024

/** The open streams of one process. */
export class LiveStreams {
  readonly #feeds = new Map<Uuid, OrganizationFeed>()
  readonly #log: (error: unknown) => void
  readonly #openByUser = new Map<Uuid, number>()
  #isClosed = false

  constructor(log: (error: unknown) => void) {
    this.#log = log
  }

  /**
   * Opens a stream of server-sent events for the user who is signed in.
   * @param lastEventId of the last change that was received, when the stream is reopened.
   * @returns the text of the events; it ends only with the session, its role or the server.
   * @throws Problem `too_many_streams`.
   * @see the HTML standard, 9.2 Server-sent events
   */
  open(scope: OrganizationScope, session: Follower['session'], lastEventId: string | undefined): Readable {
    const open = this.#openByUser.get(scope.actorId) ?? 0
    if (open >= streamsMaximum) throw new Problem('too_many_streams', { retryAfterSeconds: 60 })
    this.#openByUser.set(scope.actorId, open + 1)

    const stream = new Readable({ read: () => undefined })
    const follower = followerOf(stream, session)
    const feed = this.#feedOf(scope)
    const heartbeat = setInterval(follower.stillHere, heartbeatIntervalMs).unref()
    stream.once('close', () => {
      clearInterval(heartbeat)
      feed.leave(follower)
      if (feed.followers.size === 0) this.#feeds.delete(scope.organizationId)
      this.#forgetOne(scope.actorId)
    })
    write(stream, `retry: ${retryMs}\n\n`)
    feed.join(follower)
    if (lastEventId !== undefined) void catchUp(feed, follower, lastEventId).catch(this.#log)
    if (this.#isClosed) follower.end()
    return stream
  }

  /** Ends every stream, also those that are opened later; their readers go to another server. */
  close(): void {
    this.#isClosed = true
    for (const { followers } of this.#feeds.values()) for (const follower of followers) follower.end()
  }

  #feedOf(scope: OrganizationScope): OrganizationFeed {
    const known = this.#feeds.get(scope.organizationId)
    if (known) return known
    const feed = new OrganizationFeed(scope, this.#log)
    this.#feeds.set(scope.organizationId, feed)
    return feed
  }

  #forgetOne(userId: Uuid): void {
    const open = this.#openByUser.get(userId)! - 1
    if (open > 0) this.#openByUser.set(userId, open)
    else this.#openByUser.delete(userId)
  }
}

function followerOf(stream: Readable, session: Follower['session']): Follower {
  let isOver = false
  const send = (event: string, data: object = {}, id?: Uuid) => {
    if (!isOver) write(stream, `${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }
  return {
    session,
    ready: () => send('ready'),
    tell: ({ id, ...change }: FoundChange) => send('change', change satisfies LiveChange, id),
    reload: () => send('reload'),
    stillHere: () => send('still_here'),
    end: () => {
      if (!isOver) stream.push(null)
      isOver = true
    },
  }
}

function write(stream: Readable, text: string): void {
  if (stream.destroyed) return
  if (stream.readableLength > waitingMaximumBytes) stream.destroy()
  else stream.push(text)
}

async function catchUp(feed: OrganizationFeed, follower: Follower, lastEventId: string): Promise<void> {
  const missed = isUuid(lastEventId) ? await feed.missedSince(lastEventId.toLowerCase()) : undefined
  if (missed) missed.forEach((change) => follower.tell(change))
  else follower.reload()
}
