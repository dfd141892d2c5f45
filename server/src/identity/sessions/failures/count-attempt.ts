import type { Database } from '../../../database/open.ts'
import { Problem } from '../../../problem.ts'
import { countFailures, failureMaximum } from './queries.ts'
import type { FailureSubject } from './subject.ts'

/**
 * Adds a failed sign-in attempt to the count of each candidate. Call this function before checking the password, so
 * that concurrent attempts cannot exceed the limit. If the password is right, reset the counts with `forgetFailures`.
 * All servers share the counts in the database.
 * @param candidates users whose password is about to be checked, each with the subject under which failed attempts are
 *   counted.
 * @returns the candidates that are not locked.
 * @throws Problem `sign_in_locked` when all candidates are locked.
 */
export async function countAttempt<Candidate extends { subject: FailureSubject }>(
  database: Database,
  candidates: Candidate[],
): Promise<Candidate[]> {
  const counts = await countFailures(
    database,
    candidates.map(({ subject }) => subject),
  )
  const locked = new Map(counts.filter(({ failures }) => failures > failureMaximum).map((one) => [one.subject, one]))
  const open = candidates.filter(({ subject }) => !locked.has(subject.toString('hex')))
  if (open.length > 0) return open
  const waitsSeconds = [...locked.values()].map(({ lockedForSeconds }) => lockedForSeconds ?? 1)
  throw new Problem('sign_in_locked', { retryAfterSeconds: Math.max(1, ...waitsSeconds) })
}
