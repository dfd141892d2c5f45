import type { ChangeOutcomes } from '@tocsin/contract/console/incident-change.ts'
import type { Priority } from '@tocsin/contract/api/incident.ts'
import { bulkMaximum } from '@tocsin/contract/limits.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { ApiProblem } from '../../../api/api-problem.ts'
import { call } from '../../../api/call.ts'
import { messageOf } from '../../../kit/feedback/message-of.ts'

/** Change of the selected incidents. A null assignee unassigns them. */
export type BulkChange =
  | { kind: 'transition'; stateId: Uuid }
  | { kind: 'assign'; assigneeId: Uuid | null }
  | { kind: 'prioritize'; priority: Priority }

/** Outcome for one incident; `unknown` if the response was lost. */
export interface BulkOutcome {
  incidentId: Uuid
  became: 'changed' | 'left' | 'unknown'
  /** Reason why the incident is or may be unchanged. */
  reason: string | null
}

/**
 * Changes several incidents, each independently of the others. Stops after the first failed request.
 * @param onProgress receives the number of processed incidents after each request.
 * @returns the outcome of each incident, in order.
 * @throws the error of the first request, and session errors of later ones.
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
        ...notChanged(some, error, isRejection(error) ? 'left' : 'unknown'),
        ...notChanged(unsent, error, 'left'),
      ]
    }
  }
  return outcomes
}

/** Returns true if the request certainly changed nothing. After other failures it may have been carried out. */
const isRejection = ({ status }: ApiProblem): boolean => status >= 400 && status < 500

const notChanged = (ids: readonly Uuid[], error: ApiProblem, became: BulkOutcome['became']): BulkOutcome[] =>
  ids.map((incidentId) => ({ incidentId, became, reason: messageOf(error) }))
