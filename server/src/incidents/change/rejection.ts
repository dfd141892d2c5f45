import type { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { rejectedTransition } from '../../workflow/rejected-transition.ts'
import { referenceViolations, rejectionFor } from '../create/violations.ts'
import type { CheckedDraft } from './draft-references.ts'

/**
 * Makes the problem that rejects a draft and lists every violation.
 * @returns Problem `reference_not_found` if all violations are missing references, `transition_not_allowed` if the only
 *   violation is the transition, otherwise `invalid_request`.
 */
export async function rejectionOf(
  scope: OrganizationScope,
  { before, after, edit, states: { transition, ...references } }: CheckedDraft,
): Promise<Problem> {
  const rejected = transition === 'fine' ? undefined : await rejectedTransition(scope, before.stateId, after.stateId)
  const referring = referenceViolations(references)
  const invalid = [...edit, ...(rejected?.invalid ?? []), ...referring.invalid]
  const missing = [...(rejected?.missing ?? []), ...referring.missing]
  const isTransitionOnly = [...invalid, ...missing].map(({ code }) => code).join() === 'transition_not_allowed'
  return rejectionFor(
    isTransitionOnly ? 'transition_not_allowed' : 'invalid_request',
    { invalid, missing },
    rejected && { nextStates: rejected.nextStates },
  )!
}
