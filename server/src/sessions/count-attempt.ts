import type { Database } from '../database/open.ts'
import { Problem } from '../problem.ts'
import { countFailure, failureMaximum } from './failure-queries.ts'

/**
 * To be called before a password is looked at, whether anybody has the address or not; all servers count together.
 * When the password turns out to be right, the count is forgotten.
 * @throws Problem `sign_in_locked` while the address is locked.
 */
export async function countAttempt(database: Database, email: string): Promise<void> {
  const { failures, lockedForSeconds } = await countFailure(database, email)
  if (failures > failureMaximum) throw new Problem('sign_in_locked', { retryAfterSeconds: lockedForSeconds ?? 1 })
}
