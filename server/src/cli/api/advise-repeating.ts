import { TocsinError, TocsinProblem } from '../../../../client/src/error.ts'
import { isPassing } from '../../../../client/src/transport/retry.ts'
import { writeMessage } from '../output.ts'

/**
 * Explains to the user how to retry a write safely when its outcome is unknown.
 * @param error failure of the write.
 * @param option command-line option that takes the idempotency key of the write.
 * @param outcome word for the effect of the write.
 */
export function adviseRepeating(
  error: unknown,
  option: string,
  outcome: 'created' | 'changed' | 'deleted' | 'restored' = 'created',
): void {
  // Give no advice if the server rejected the write, because then it had no effect.
  if (!(error instanceof TocsinError) || (error instanceof TocsinProblem && !isPassing(error))) return
  writeMessage(
    `It may have been ${outcome}. To be sure, run the same command again with ${option} ${error.idempotencyKey!}`,
  )
}
