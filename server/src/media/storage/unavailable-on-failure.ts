import { Problem } from '../../problem.ts'

const retryAfterSeconds = 30

/**
 * Waits for a file to be written and turns a failure into a problem that the caller may retry.
 * @throws Problem `unavailable` when nothing was stored: the disk is full or read-only, or the store is unreachable or
 *   rejects the file.
 */
export async function unavailableOnFailure<Value>(writing: Promise<Value>): Promise<Value> {
  try {
    return await writing
  } catch (cause) {
    throw new Problem('unavailable', { cause, retryAfterSeconds })
  }
}
