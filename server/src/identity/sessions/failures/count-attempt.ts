import type { Database } from '../../../database/open.ts'
import { Problem } from '../../../problem.ts'
import { countFailures, failureMaximum } from './queries.ts'
import type { FailureSubject } from './subject.ts'

/**
 * Counts a failed attempt for each candidate before the password is compared. All servers share the counts. When the
 * password is right, the caller must call `forgetFailures`.
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
