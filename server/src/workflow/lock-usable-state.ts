import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../scope.ts'
import { lockInitialState, lockState } from './transition-queries.ts'

/**
 * Finds the state of an incident that is being restored. Locks the state, so that nobody removes it before the
 * transaction ends.
 * @returns the former state; the initial state if the workflow no longer has the former one.
 */
export async function lockUsableState(scope: OrganizationScope, former: Uuid): Promise<Uuid> {
  return (await lockState(scope, former)) ?? (await lockInitialState(scope))
}
