import { Problem } from '../problem.ts'

const retryAfterSeconds = 30

/**
 * Waits for what writes a file.
 * @throws Problem `unavailable` when it fails: the disk is full or read-only, or the store is away or refuses. Nothing was
 *   stored, and it may work again later.
 */
export async function storing<Value>(written: Promise<Value>): Promise<Value> {
  try {
    return await written
  } catch (cause) {
    throw new Problem('unavailable', { cause, retryAfterSeconds })
  }
}
