import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../scope.ts'
import { lockInitialState, lockState } from './transition-queries.ts'

/**
 * Finds the state that an incident gets when it is restored. Locks the state, so that nobody removes it before the
 * transaction ends.
 * @returns the state that the incident had before its deletion, or the initial state if the workflow no longer has that
 *   state.
 */
export async function lockUsableState(scope: OrganizationScope, former: Uuid): Promise<Uuid> {
  return (await lockState(scope, former)) ?? (await lockInitialState(scope))
}
