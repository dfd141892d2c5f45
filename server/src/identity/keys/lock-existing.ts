import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { lockKey } from './queries.ts'

export type LockedKey = NonNullable<Awaited<ReturnType<typeof lockKey>>>

/**
 * Finds a key that is about to be changed.
 * @throws Problem `reference_not_found` when the organization never had such a key.
 */
export async function lockExistingKey(scope: OrganizationScope, id: Uuid): Promise<LockedKey> {
  const key = await lockKey(scope, id)
  if (!key) throw new Problem('reference_not_found', { detail: `The organization has no API key with the id ${id}.` })
  return key
}
