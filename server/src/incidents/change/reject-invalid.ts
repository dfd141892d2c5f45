import type { Violation } from '@tocsin/contract/api/problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { findReferenceStates, type ReferenceStates, type References } from '../create/creation-queries.ts'
import { referenceViolations, rejectionFor } from '../create/violations.ts'

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
  const { invalid, missing } = referenceViolations(allowUnchanged(states, before, after))
  const rejection = rejectionFor('invalid_request', { invalid: [...violations, ...invalid], missing })
  if (rejection) throw rejection
}

const allowUnchanged = (states: ReferenceStates, before: References, after: References): ReferenceStates => ({
  location: states.location === 'archived' && after.locationId === before.locationId ? 'fine' : states.location,
  point: states.point === 'archived' && after.pointId === before.pointId ? 'fine' : states.point,
  assignee: states.assignee === 'archived' && after.assigneeId === before.assigneeId ? 'fine' : states.assignee,
})
