import type { FeedEvent } from '../generated/resources.ts'
import type { RetryPolicy } from '../transport/retry.ts'
import type { CallOptions, Timeouts, Transport } from '../transport/transport.ts'
import { withGiven } from '../transport/with-given.ts'
import { readEventPage, type EventFilter, type EventPage } from './event-page.ts'

export interface FollowOptions extends EventFilter, CallOptions {
  /** Seconds, at most 60, for which the server holds a request until there is an event; 20 by default. */
  waitSeconds?: number | undefined
}

/** Maximum number of events in one page, which is the maximum of the server. */
const pageMaximum = 200

/**
 * Shortest time between two requests that bring nothing. The server answers without a wait if too many requests wait
 * already, or if it stops.
 */
const pollMinimumMs = 1_000

/**
 * The events of the feed after a position, made by `events.follow`. `for await (const event of follower)` waits for
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
   * Position up to which the loop has handled the feed, to be stored and passed to `events.follow` later. An event
   * counts as handled when the loop asks for the next one. The position moves on also when the filter leaves no event.
   * Undefined until the first response, if none was given.
   */
  get position(): string | undefined {
    return this.#position
  }

  /**
   * Iterates over the pages of the feed: the first page at once, then each page that moves the position. A page may be
   * empty because of the filter.
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
      // The first request does not wait. Without a position, a lost response would otherwise lose the events since.
      const page = await readEventPage(this.#transport, query, isFirst ? 0 : waitSeconds, unending(options))
      if (isFirst || page.position !== this.#position) return page
      const restMs = startedAtMs + pollMinimumMs - clock.elapsedMs()
      if (restMs > 0) await clock.sleep(restMs, options.signal)
    }
  }
}

/** Lets a request be retried without end after temporary failures, unless the caller sets a limit. */
const unending = ({ retry, timeouts, ...options }: CallOptions): CallOptions => ({
  ...options,
  retry: withGiven<Partial<RetryPolicy>>({ attemptsMaximum: Infinity }, retry),
  timeouts: withGiven<Partial<Timeouts>>({ totalMs: Infinity }, timeouts),
})
