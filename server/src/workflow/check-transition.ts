import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { findNextStates, lockTransition } from './transition-queries.ts'

/**
 * Lets an incident go from one state to another only along a transition of the workflow, as it is at this moment.
 * @throws Problem `transition_not_allowed`, naming the states that may follow.
 */
export async function checkTransition(scope: OrganizationScope, from: Uuid, to: Uuid): Promise<void> {
  if (await lockTransition(scope, from, to)) return
  const names = (await findNextStates(scope, from)).map(({ name }) => `"${name}"`).join(', ')
  throw new Problem('transition_not_allowed', {
    detail: `From its current state the incident can move to ${names || 'no other state'}.`,
  })
}
