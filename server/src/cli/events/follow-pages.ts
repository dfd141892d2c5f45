import type { FeedEvent, Follower } from '../../../../client/src/client.ts'
import { TocsinProblem } from '../../../../client/src/error.ts'
import { writeMessage } from '../output.ts'

/**
 * Follows the feed until the signal is aborted, and then writes the position from which to continue.
 * @param ready message that is written once the first page has arrived.
 * @param handle called with the events of each page.
 */
export async function followPages(
  follower: Follower,
  signal: AbortSignal,
  ready: string,
  handle: (events: FeedEvent[]) => Promise<void> | void,
): Promise<void> {
  let isFollowing = false
  try {
    for await (const { events } of follower.pages()) {
      if (!isFollowing) writeMessage(ready)
      isFollowing = true
      await handle(events)
    }
  } catch (error) {
    if (follower.position !== undefined && !isUnusable(error)) {
      writeMessage(`Continue with --after ${follower.position}`)
    }
    // Do not report an aborted signal as an error, because the user ends the command in this way.
    if (!signal.aborted) throw error
  }
}

/** Returns true if the server rejected the position. */
const isUnusable = (error: unknown): boolean =>
  error instanceof TocsinProblem && (error.code === 'position_unknown' || error.code === 'position_expired')
