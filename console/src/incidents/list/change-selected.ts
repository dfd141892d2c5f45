import type { ChangeOutcome, ChangeOutcomes } from '@tocsin/contract/incident-change.ts'
import { bulkMaximum } from '@tocsin/contract/limits.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import { call } from '../../api/call.ts'

/** What is to become of the selected Incidents; an assignee of null is nobody. */
export type BulkChange = { kind: 'transition'; stateId: Uuid } | { kind: 'assign'; assigneeId: Uuid | null }

/**
 * Changes several Incidents, each by itself: one that is refused leaves the others be.
 * @param onProgress is told how many have been dealt with, after each request.
 * @returns what became of each, in their order. Once some are dealt with, a request that fails has refused the others.
 * @throws what the first request fails with.
 */
export async function changeSelected(
  incidentIds: readonly Uuid[],
  { kind, ...change }: BulkChange,
  onProgress: (done: number) => void,
): Promise<ChangeOutcome[]> {
  const outcomes: ChangeOutcome[] = []
  while (outcomes.length < incidentIds.length) {
    const some = incidentIds.slice(outcomes.length, outcomes.length + bulkMaximum)
    try {
      const body = { incidentIds: some, ...change }
      const answer = await call<ChangeOutcomes>('POST', `/incidents/${kind}`, { body })
      outcomes.push(...answer.outcomes)
      onProgress(outcomes.length)
    } catch (error) {
      if (outcomes.length === 0 || !(error instanceof ApiProblem)) throw error
      return [...outcomes, ...incidentIds.slice(outcomes.length).map((id) => refusedBy(error, id))]
    }
  }
  return outcomes
}

const refusedBy = ({ code, message }: ApiProblem, incidentId: Uuid): ChangeOutcome => ({
  incidentId,
  outcome: 'refused',
  code,
  detail: message,
})
