import type { ChangeOutcome } from '@tocsin/contract/console/incident-change.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Problem } from '../../problem.ts'

/**
 * Makes one change to each of several Incidents, each in a transaction of its own: one that is refused holds no other up.
 * @returns what became of each, in the order in which they were named.
 * @throws what is no refusal, such as a database that went away; the Incidents before it are changed.
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
