import type { ChangeOutcomes } from '@tocsin/contract/console/incident-change.ts'
import type { Priority } from '@tocsin/contract/api/incident.ts'
import { bulkMaximum } from '@tocsin/contract/limits.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { ApiProblem } from '../../../api/api-problem.ts'
import { call } from '../../../api/call.ts'
import { messageOf } from '../../../kit/feedback/message-of.ts'

/** What is to become of the selected Incidents; an assignee of null is nobody. */
export type BulkChange =
  | { kind: 'transition'; stateId: Uuid }
  | { kind: 'assign'; assigneeId: Uuid | null }
  | { kind: 'prioritize'; priority: Priority }

/** What became of one of the Incidents; `unknown` where the answer was lost, and it may be changed or not. */
export interface BulkOutcome {
  incidentId: Uuid
  became: 'changed' | 'left' | 'unknown'
  /** Why it is not changed, or may not be. */
  reason: string | null
}

/**
 * Changes several Incidents, each by itself: one that is refused leaves the others be.
 * @param onProgress is told how many have been dealt with, after each request.
 * @returns what became of each, in their order. Once some are dealt with, nothing is sent after a request that fails.
 * @throws what the first request fails with, and whatever a later one does because of its session.
 */
export async function changeSelected(
  incidentIds: readonly Uuid[],
  { kind, ...change }: BulkChange,
  onProgress: (done: number) => void,
): Promise<BulkOutcome[]> {
  const outcomes: BulkOutcome[] = []
  while (outcomes.length < incidentIds.length) {
    const some = incidentIds.slice(outcomes.length, outcomes.length + bulkMaximum)
    try {
      const body = { incidentIds: some, ...change }
      const answer = await call<ChangeOutcomes>('POST', `/incidents/${kind}`, { body })
      outcomes.push(
        ...answer.outcomes.map(({ incidentId, outcome, detail }) => ({
          incidentId,
          became: outcome === 'done' ? ('changed' as const) : ('left' as const),
          reason: detail,
        })),
      )
      onProgress(outcomes.length)
    } catch (error) {
      if (outcomes.length === 0 || !(error instanceof ApiProblem) || error.isSessionProblem) throw error
      const unsent = incidentIds.slice(outcomes.length + some.length)
      return [
        ...outcomes,
        ...notChanged(some, error, isRefusal(error) ? 'left' : 'unknown'),
        ...notChanged(unsent, error, 'left'),
      ]
    }
  }
  return outcomes
}

/** Only these change nothing for certain: behind any other failure the request may have been carried out. */
const isRefusal = ({ status }: ApiProblem): boolean => status >= 400 && status < 500

const notChanged = (ids: readonly Uuid[], error: ApiProblem, became: BulkOutcome['became']): BulkOutcome[] =>
  ids.map((incidentId) => ({ incidentId, became, reason: messageOf(error) }))
