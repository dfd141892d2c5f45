import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { lockKey } from './queries.ts'

export type LockedKey = NonNullable<Awaited<ReturnType<typeof lockKey>>>

/**
 * Finds an API key and locks its row until the transaction ends.
 * @throws Problem `reference_not_found` when the organization has no such key.
 */
export async function lockExistingKey(scope: OrganizationScope, id: Uuid): Promise<LockedKey> {
  const key = await lockKey(scope, id)
  if (!key) throw new Problem('reference_not_found', { detail: `The organization has no API key with the id ${id}.` })
  return key
}
