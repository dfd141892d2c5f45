import type { ChangeOutcome } from '@tocsin/contract/console/incident-change.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Problem } from '../../problem.ts'

/**
 * Makes the same change to several incidents, one after another. After a rejected change it continues with the next
 * incident.
 * @param change changes one incident, in a transaction for that incident alone.
 * @returns the outcome of each change, in the order of `incidentIds`.
 * @throws any error that is not a rejection, such as a lost database connection. The changes made until then stay
 *   stored.
 */
export async function changeEach(
  incidentIds: Uuid[],
  change: (id: Uuid) => Promise<unknown>,
): Promise<ChangeOutcome[]> {
  const outcomes: ChangeOutcome[] = []
  for (const incidentId of incidentIds) outcomes.push(await outcomeOf(incidentId, change))
  return outcomes
}

async function outcomeOf(incidentId: Uuid, change: (id: Uuid) => Promise<unknown>): Promise<ChangeOutcome> {
  try {
    await change(incidentId)
    return { incidentId, outcome: 'done', code: null, detail: null }
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    return { incidentId, outcome: 'refused', code: error.code, detail: error.message }
  }
}
