import type { Violation } from '@tocsin/contract/api/problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { referenceViolations, rejectionFor } from '../create/violations.ts'
import type { ReferenceStates, References } from '../reference-queries.ts'
import { findReferenceStates } from './change-queries.ts'

/**
 * Rejects a change of an incident that breaks a rule or has an invalid reference to a location, point or user. A
 * reference to an archived location, point or user is valid only if the change leaves it as it was.
 * @param violations violations of rules that the caller has found. The function adds the violations of references.
 * @throws Problem `reference_not_found` when all violations are missing references, else Problem `invalid_request`.
 *   Both list every violation.
 */
export async function rejectInvalid(
  scope: OrganizationScope,
  before: References,
  after: References,
  violations: Violation[] = [],
): Promise<void> {
  const states = await findReferenceStates(scope, after)
  const { invalid, missing } = referenceViolations(allowUnchanged(states, before, after))
  const rejection = rejectionFor('invalid_request', { invalid: [...violations, ...invalid], missing })
  if (rejection) throw rejection
}

const allowUnchanged = (states: ReferenceStates, before: References, after: References): ReferenceStates => ({
  location: states.location === 'archived' && after.locationId === before.locationId ? 'fine' : states.location,
  point: states.point === 'archived' && after.pointId === before.pointId ? 'fine' : states.point,
  assignee: states.assignee === 'archived' && after.assigneeId === before.assigneeId ? 'fine' : states.assignee,
})
