import type { ChangeOutcomes } from '@tocsin/contract/console/incident-change.ts'
import type { Priority } from '@tocsin/contract/api/incident.ts'
import { bulkMaximum } from '@tocsin/contract/limits.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { ApiProblem } from '../../../api/api-problem.ts'
import { call } from '../../../api/call.ts'
import { messageOf } from '../../../kit/feedback/message-of.ts'

/** Change to apply to all selected incidents. A null `assigneeId` leaves them without an assignee. */
export type BulkChange =
  | { kind: 'transition'; stateId: Uuid }
  | { kind: 'assign'; assigneeId: Uuid | null }
  | { kind: 'prioritize'; priority: Priority }

/**
 * Outcome of a change for one incident. `left`: the incident was left unchanged, because the server rejected the change
 * or the change was never sent. `unknown`: the request failed without a rejection, for example because the response was
 * lost, so the server may have changed the incident.
 */
export interface BulkOutcome {
  incidentId: Uuid
  became: 'changed' | 'left' | 'unknown'
  /** Reason why the incident is unchanged, or why its change is uncertain; null for a changed incident. */
  reason: string | null
}

/**
 * Applies a change to several incidents, in as many requests as needed. One incident that cannot be changed does not
 * prevent the change of the other incidents. Stops after the first failed request.
 * @param onProgress receives the number of incidents processed so far, after each request.
 * @returns the outcome for each incident, in the order of `incidentIds`.
 * @throws the error of a failed first request, and the session problem of any request.
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

/**
 * Returns true if the server rejected the request, so that nothing has changed. After any other failure the server may
 * have carried out the request.
 */
const isRejection = ({ status }: ApiProblem): boolean => status >= 400 && status < 500

const notChanged = (ids: readonly Uuid[], error: ApiProblem, became: BulkOutcome['became']): BulkOutcome[] =>
  ids.map((incidentId) => ({ incidentId, became, reason: messageOf(error) }))
