import type { CallOptions, Transport } from '../transport/transport.ts'
import { readEventPage, type EventPage, type EventQuery } from './event-page.ts'
import { Follower, type FollowOptions } from './follower.ts'

/** Methods for the feed: the changes of the organization, in the order in which they were committed. */
export class Events {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Reads one page of the feed without waiting for events.
   * @throws TocsinProblem `position_unknown` or `position_expired`: read the lists again, and continue from their
   *   `feedPosition`.
   */
  list(query: EventQuery = {}, options?: CallOptions): Promise<EventPage> {
    return readEventPage(this.#transport, query, 0, options)
  }

  /**
   * Follows the feed without skipping or repeating events. After temporary failures, requests are retried without end,
   * unless `retry` or `timeouts` sets a limit. An iteration throws all other errors, such as `position_unknown` and
   * `position_expired`, and the reason of an aborted `signal`.
   * @param position position up to which the caller has read: the `feedPosition` of a list, or the `position` of an
   *   event. If undefined, the iteration begins with the first event after the first request.
   */
  follow(position?: string, options: FollowOptions = {}): Follower {
    return new Follower(this.#transport, position, options)
  }
}
