import type { Database } from '../../../database/open.ts'
import { Problem } from '../../../problem.ts'
import { countFailures, failureMaximum } from './queries.ts'
import type { FailureSubject } from './subject.ts'

/**
 * Adds a failed sign-in attempt to the count of each candidate before the caller checks the password, so that
 * concurrent attempts cannot exceed the limit. If the password turns out to be right, the caller must reset the counts
 * with `forgetFailures`. The counts are in the database, so all servers share them.
 * @param candidates users whose password the caller is about to check, each with the subject under which failed
 *   attempts are counted.
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
