import { TocsinError, TocsinProblem } from '../../../../client/src/error.ts'
import { isPassing } from '../../../../client/src/transport/retry.ts'
import { writeMessage } from '../output.ts'

/**
 * Explains to the user how to retry a creation safely when its outcome is unknown.
 * @param error failure of the creation.
 * @param option command-line option that takes the idempotency key of the creation.
 */
export function adviseRepeating(error: unknown, option: string): void {
  // Give no advice if the server rejected the creation, because then nothing was created.
  if (!(error instanceof TocsinError) || (error instanceof TocsinProblem && !isPassing(error))) return
  writeMessage(
    `It may have been created. To be sure, run the same command again with ${option} ${error.idempotencyKey!}`,
  )
}
