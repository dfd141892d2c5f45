import type { Violation } from '@tocsin/contract/api/problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { referenceViolations, refusal } from '../create/violations.ts'
import { findReferenceStates, type ReferenceStates, type References } from '../create/reference-queries.ts'

/**
 * Refuses a change that breaks a rule or refers to what is not there. What is archived may stay where it is, and may not
 * come to be anywhere new.
 * @param violations what is wrong with the change besides its references.
 * @throws Problem `invalid_request` with every violation; `reference_not_found` when references to nothing are all there is.
 */
export async function rejectInvalid(
  scope: OrganizationScope,
  before: References,
  after: References,
  violations: Violation[] = [],
): Promise<void> {
  const states = await findReferenceStates(scope, after, { refusesArchived: true })
  const { broken, missing } = referenceViolations(forgiveUnchanged(states, before, after))
  const refused = refusal('invalid_request', { broken: [...violations, ...broken], missing })
  if (refused) throw refused
}

const forgiveUnchanged = (states: ReferenceStates, before: References, after: References): ReferenceStates => ({
  location: states.location === 'archived' && after.locationId === before.locationId ? 'fine' : states.location,
  point: states.point === 'archived' && after.pointId === before.pointId ? 'fine' : states.point,
  assignee: states.assignee === 'archived' && after.assigneeId === before.assigneeId ? 'fine' : states.assignee,
})
