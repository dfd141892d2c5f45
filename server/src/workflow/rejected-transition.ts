import type { NextState } from '@tocsin/contract/api/incident-change.ts'
import type { Violation } from '@tocsin/contract/api/problem.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { violationAt } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { findNextStates, isState } from './transition-queries.ts'

/**
 * Transition that the workflow does not allow. Either `invalid` or `missing` contains one violation, and the other list
 * is empty.
 */
export interface RejectedTransition {
  invalid: Violation[]
  missing: Violation[]
  /** States to which the incident can move. */
  nextStates: NextState[]
}

/**
 * Describes a transition that the workflow does not allow.
 * @param from id of the current state of the incident.
 * @param to id of the target state, which need not be the id of a state.
 */
export async function rejectedTransition(scope: OrganizationScope, from: Uuid, to: Uuid): Promise<RejectedTransition> {
  const nextStates = await findNextStates(scope, from)
  if (!(await isState(scope, to))) {
    return { invalid: [], missing: [violationAt('/stateId', 'state_not_found')], nextStates }
  }
  const names = nextStates.map(({ name }) => `"${name}"`).join(', ')
  const message = `From its current state the incident can move to ${names || 'no other state'}.`
  return { invalid: [violationAt('/stateId', 'transition_not_allowed', message)], missing: [], nextStates }
}
