import type { Database } from '../database/open.ts'
import { Problem } from '../problem.ts'
import { countFailure, failureMaximum } from './failure-queries.ts'

/**
 * Call it before a password is checked, whether or not a user has the address; all servers share the count.
 * When the password turns out to be right, the count is forgotten.
 * @throws Problem `sign_in_locked` while the address is locked.
 */
export async function countAttempt(database: Database, email: string): Promise<void> {
  const { failures, lockedForSeconds } = await countFailure(database, email)
  if (failures > failureMaximum) throw new Problem('sign_in_locked', { retryAfterSeconds: lockedForSeconds ?? 1 })
}
