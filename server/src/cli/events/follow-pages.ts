import type { FeedEvent, Follower } from '../../../../client/src/client.ts'
import { TocsinProblem } from '../../../../client/src/error.ts'
import { OutputClosed } from '../interruption.ts'
import { writeMessage } from '../output.ts'

interface Following {
  /** Message to write when the first page has arrived. */
  ready: string
  /** Called with the events of each page. */
  handle(events: FeedEvent[]): Promise<void> | void
  /** Advice to write instead of the position if another program has closed standard output. */
  adviceAfterClosing?: string
}

/** Follows the feed until the signal is aborted. At the end, writes the position from which the user can continue. */
export async function followPages(
  follower: Follower,
  signal: AbortSignal,
  { ready, handle, adviceAfterClosing }: Following,
): Promise<void> {
  let isFollowing = false
  try {
    for await (const { events } of follower.pages()) {
      if (!isFollowing) writeMessage(ready)
      isFollowing = true
      await handle(events)
    }
  } catch (error) {
    if (adviceAfterClosing !== undefined && signal.reason instanceof OutputClosed) writeMessage(adviceAfterClosing)
    else if (follower.position !== undefined && !isRejectedPosition(error)) {
      writeMessage(`Continue with --after ${follower.position}`)
    }
    // An aborted signal is not an error: the user has ended the command, or another program has closed its output.
    if (!signal.aborted) throw error
  }
}

const isRejectedPosition = (error: unknown): boolean =>
  error instanceof TocsinProblem && (error.code === 'position_unknown' || error.code === 'position_expired')
