import type { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { rejectedTransition } from '../../workflow/rejected-transition.ts'
import { referenceViolations, rejectionFor } from '../violations.ts'
import type { CheckedEdit } from './pending-edit.ts'

/**
 * Makes the problem that rejects an edit and lists every violation.
 * @returns Problem `reference_not_found` if all violations are missing references, `transition_not_allowed` if the only
 *   violation is the transition, otherwise `invalid_request`.
 */
export async function rejectionOf(
  scope: OrganizationScope,
  { before, after, violations, results: { transition, ...references } }: CheckedEdit,
): Promise<Problem> {
  const rejected = transition === 'fine' ? undefined : await rejectedTransition(scope, before.stateId, after.stateId)
  const referring = referenceViolations(references)
  const invalid = [...violations, ...(rejected?.invalid ?? []), ...referring.invalid]
  const missing = [...(rejected?.missing ?? []), ...referring.missing]
  const isTransitionOnly = [...invalid, ...missing].map(({ code }) => code).join() === 'transition_not_allowed'
  return rejectionFor(
    isTransitionOnly ? 'transition_not_allowed' : 'invalid_request',
    { invalid, missing },
    rejected && { nextStates: rejected.nextStates },
  )!
}
