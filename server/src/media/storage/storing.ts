import { Problem } from '../../problem.ts'

const retryAfterSeconds = 30

/**
 * Waits until a file is written.
 * @throws Problem `unavailable` when that fails: the disk is full or read-only, or the store cannot be reached or
 *   refuses. Nothing was stored, and it may work again later.
 */
export async function storing<Value>(written: Promise<Value>): Promise<Value> {
  try {
    return await written
  } catch (cause) {
    throw new Problem('unavailable', { cause, retryAfterSeconds })
  }
}
