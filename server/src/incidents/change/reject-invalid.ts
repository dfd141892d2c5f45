import type { Violation } from '@tocsin/contract/api/problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { referenceViolations, refusal } from '../create/violations.ts'
import { findReferenceStates, type ReferenceStates, type References } from '../create/reference-queries.ts'

/**
 * Rejects a change that breaks a rule or has an invalid reference. A reference to an archived entry is valid only if it is
 * unchanged.
 * @param violations violations found so far; those of the references are added.
 * @throws Problem `invalid_request` with every violation; `reference_not_found` when missing references are the only ones.
 */
export async function rejectInvalid(
  scope: OrganizationScope,
  before: References,
  after: References,
  violations: Violation[] = [],
): Promise<void> {
  const states = await findReferenceStates(scope, after, { refusesArchived: true })
  const { broken, missing } = referenceViolations(allowUnchanged(states, before, after))
  const refused = refusal('invalid_request', { broken: [...violations, ...broken], missing })
  if (refused) throw refused
}

const allowUnchanged = (states: ReferenceStates, before: References, after: References): ReferenceStates => ({
  location: states.location === 'archived' && after.locationId === before.locationId ? 'fine' : states.location,
  point: states.point === 'archived' && after.pointId === before.pointId ? 'fine' : states.point,
  assignee: states.assignee === 'archived' && after.assigneeId === before.assigneeId ? 'fine' : states.assignee,
})
