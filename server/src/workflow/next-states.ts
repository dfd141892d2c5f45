import type { NextState } from '@tocsin/contract/api/incident-change.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../scope.ts'
import { findStates } from './state-queries.ts'
import { findNextStates } from './transition-queries.ts'

/**
 * Finds the states to which an incident can move from the state `from`, in the order of the workflow. The result may be
 * half a second old. An old result does no harm, because every transition is checked when it is made.
 */
export async function nextStatesFrom(scope: OrganizationScope, from: Uuid): Promise<NextState[]> {
  const nextStates = await scope.service.nextStates.get(scope.organizationId, () => loadNextStates(scope))
  // The cached workflow may lack a state that was added after the workflow was cached.
  return nextStates.get(from) ?? findNextStates(scope, from)
}

/** Drops the cached workflow of an organization. Call it after the workflow was changed. */
export function forgetStates({ service, organizationId }: OrganizationScope): void {
  service.nextStates.forget(organizationId)
  service.filterStates.forget(organizationId)
}

async function loadNextStates(scope: OrganizationScope): Promise<Map<Uuid, NextState[]>> {
  const states = await findStates(scope)
  const reachedFrom = (nextStateIds: Uuid[]) =>
    states.filter(({ id }) => nextStateIds.includes(id)).map(({ id, name }) => ({ id, name }))
  return new Map(states.map(({ id, nextStateIds }) => [id, reachedFrom(nextStateIds)]))
}
