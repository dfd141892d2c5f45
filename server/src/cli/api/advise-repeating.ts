import { TocsinError, TocsinProblem } from '../../../../client/src/error.ts'
import { isPassing } from '../../../../client/src/transport/retry.ts'
import { writeMessage } from '../output.ts'

/**
 * Waits for a write. If the outcome of the write is unknown, prints how to retry it safely.
 * @param option command-line option that takes the idempotency key of the write.
 * @param outcome completes the sentence "It may have been …".
 * @throws the error of the write.
 */
export async function adviseRepeating<Result>(
  write: Promise<Result>,
  option: string,
  outcome: 'created' | 'changed' | 'deleted' | 'restored' = 'created',
): Promise<Result> {
  try {
    return await write
  } catch (error) {
    // Give no advice about a rejected write, because it had no effect.
    if (error instanceof TocsinError && (!(error instanceof TocsinProblem) || isPassing(error))) {
      writeMessage(
        `It may have been ${outcome}. To be sure, run the same command again with ${option} ${error.idempotencyKey!}`,
      )
    }
    throw error
  }
}
