import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { findNextStates, lockTransition } from './transition-queries.ts'

/**
 * Checks that the workflow allows the transition from one state to another.
 * @throws Problem `transition_not_allowed`. Its detail names the states to which an incident can move from `from`.
 */
export async function checkTransition(scope: OrganizationScope, from: Uuid, to: Uuid): Promise<void> {
  if (await lockTransition(scope, from, to)) return
  const names = (await findNextStates(scope, from)).map(({ name }) => `"${name}"`).join(', ')
  throw new Problem('transition_not_allowed', {
    detail: `From its current state the incident can move to ${names || 'no other state'}.`,
  })
}
