import type { NextState } from '@tocsin/contract/api/incident-change.ts'
import type { Violation } from '@tocsin/contract/api/problem.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { violationAt } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { findNextStates, isState, lockTransition } from './transition-queries.ts'

/** Transition that the workflow does not allow. Exactly one of the two lists has a violation. */
export interface RejectedTransition {
  invalid: Violation[]
  missing: Violation[]
  /** States to which the incident can move instead. */
  nextStates: NextState[]
}

/**
 * Checks that the workflow allows the transition from one state to another, and locks the transition until the
 * transaction ends.
 * @returns undefined if the workflow allows the transition.
 */
export async function checkTransition(
  scope: OrganizationScope,
  from: Uuid,
  to: Uuid,
): Promise<RejectedTransition | undefined> {
  if (await lockTransition(scope, from, to)) return undefined
  const nextStates = await findNextStates(scope, from)
  if (!(await isState(scope, to))) {
    return { invalid: [], missing: [violationAt('/stateId', 'state_not_found')], nextStates }
  }
  const names = nextStates.map(({ name }) => `"${name}"`).join(', ')
  const message = `From its current state the incident can move to ${names || 'no other state'}.`
  return { invalid: [violationAt('/stateId', 'transition_not_allowed', message)], missing: [], nextStates }
}
