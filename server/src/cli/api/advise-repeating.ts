import { TocsinError, TocsinProblem } from '../../../../client/src/error.ts'
import { isPassing } from '../../../../client/src/transport/retry.ts'
import { writeMessage } from '../output.ts'

/**
 * Tells whoever created something, where it is not known whether that was done, how to be sure.
 * @param error why there was no answer to the creation.
 * @param option takes the key that the creation carried.
 */
export function adviseRepeating(error: unknown, option: string): void {
  // Any other answer of the service is a refusal.
  if (!(error instanceof TocsinError) || (error instanceof TocsinProblem && !isPassing(error))) return
  writeMessage(
    `It may have been created. To be sure, run the same command again with ${option} ${error.idempotencyKey!}`,
  )
}
