import type { FeedEvent } from '../generated/resources.ts'
import type { CallOptions, Transport } from '../transport/transport.ts'
import { unending } from '../transport/unending.ts'
import { readEventPage, type EventFilter, type EventPage } from './event-page.ts'

export interface FollowOptions extends EventFilter, CallOptions {
  /** Seconds that the server waits for an event before it answers: at most 60, and 20 by default. */
  waitSeconds?: number | undefined
}

/** Maximum number of events in one page. The server allows no higher number. */
const pageMaximum = 200

/**
 * Minimum interval between two requests that bring no new position. A server that is stopping, or in which too many
 * requests wait already, answers at once. Without the interval, the client would flood that server with requests.
 */
const pollMinimumMs = 1_000

/**
 * Events of the feed after a position, returned by `events.follow`. `for await (const event of follower)` waits for
 * later events and ends only with an error or an abort. A further iteration continues from `position`.
 */
export class Follower implements AsyncIterable<FeedEvent> {
  readonly #transport: Transport
  readonly #options: FollowOptions
  #position: string | undefined

  constructor(transport: Transport, position: string | undefined, options: FollowOptions) {
    this.#transport = transport
    this.#position = position
    this.#options = options
  }

  /**
   * Position up to which the loop has handled the feed. Store it, and pass it to `events.follow` later. An event counts
   * as handled when the loop asks for the next event. The position also advances past events that do not match the
   * filter. Undefined before the first response if `events.follow` got no position.
   */
  get position(): string | undefined {
    return this.#position
  }

  /**
   * Iterates over the pages of the feed. Yields the first page at once, and each later page when the feed has moved on.
   * A page is empty if the filter matches none of its events.
   */
  async *pages(): AsyncGenerator<EventPage, void, undefined> {
    for (let isFirst = true; ; isFirst = false) {
      const page = await this.#nextPage(isFirst)
      yield page
      this.#position = page.position
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<FeedEvent, void, undefined> {
    for await (const { events } of this.pages()) {
      for (const event of events) {
        this.#options.signal?.throwIfAborted()
        yield event
        this.#position = event.position
      }
    }
  }

  async #nextPage(isFirst: boolean): Promise<EventPage> {
    const { kinds, waitSeconds = 20, ...options } = this.#options
    const { clock } = this.#transport
    const query = { kinds, after: this.#position, limit: pageMaximum }
    for (;;) {
      const startedAtMs = clock.elapsedMs()
      // The first request may have no position. If its response were lost, the retry would begin at a later position
      // and miss the events in between. So let the server answer at once: a quick response is less likely to be lost.
      const page = await readEventPage(this.#transport, query, isFirst ? 0 : waitSeconds, unending(options))
      if (isFirst || page.position !== this.#position) return page
      const restMs = startedAtMs + pollMinimumMs - clock.elapsedMs()
      if (restMs > 0) await clock.sleep(restMs, options.signal)
    }
  }
}
