import type { OrganizationScope } from '../../scope.ts'
import { claimKeys } from './queries.ts'
import type { KeyedRequest } from './write-once.ts'

/**
 * Claims the Idempotency-Keys of several writes in their transaction.
 * @returns the writes to make. A write is omitted if an earlier request, or an earlier write of the list, has used its
 *   key.
 */
export async function claimEach<Write extends { keyed: KeyedRequest | undefined }>(
  scope: OrganizationScope,
  writes: Write[],
): Promise<Write[]> {
  const claimed = await claimKeys(
    scope,
    writes.flatMap(({ keyed }) => keyed ?? []),
  )
  // If two writes have the same Idempotency-Key, return only the first: `delete` returns false for the second.
  return writes.filter(({ keyed }) => !keyed || claimed.delete(keyed.key))
}
