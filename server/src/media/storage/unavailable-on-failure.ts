import { Problem } from '../../problem.ts'

const retryAfterSeconds = 30

/**
 * Waits until a file is written. Turns any failure into a problem after which the client may retry.
 * @throws Problem `unavailable` when the file could not be stored. For example, the disk is full or read-only, or S3 is
 *   unreachable or rejects the file.
 */
export async function unavailableOnFailure<Value>(writing: Promise<Value>): Promise<Value> {
  try {
    return await writing
  } catch (cause) {
    throw new Problem('unavailable', { cause, retryAfterSeconds })
  }
}
