import type { OrganizationScope } from '../../scope.ts'
import { keyReused } from './key-reused.ts'
import { claimKey, findKey } from './queries.ts'
import type { KeyedRequest } from './write-once.ts'

/** Error that rolls a creation back because its Idempotency-Key is already used. */
export class KeyUsed extends Error {}

/**
 * Claims the Idempotency-Key of a creation in its transaction. Call this function before the transaction locks any row.
 * @throws KeyUsed if an earlier request has used the key.
 */
export async function claimForCreation(scope: OrganizationScope, request: KeyedRequest): Promise<void> {
  if (!(await claimKey(scope, request))) throw new KeyUsed()
}

/**
 * Finds the earlier creation that used an Idempotency-Key. The caller must check that both creations are equal.
 * @returns undefined if no request has used the key.
 * @throws Problem `idempotency_key_reused` if the key belongs to another operation.
 */
export async function findCreation(
  scope: OrganizationScope,
  key: string,
  operation: string,
): Promise<KeyedRequest | undefined> {
  const earlier = await findKey(scope, key)
  if (earlier && earlier.operation !== operation) throw keyReused(earlier)
  return earlier
}

/**
 * Rejects a creation with a malformed body if an earlier request has used its Idempotency-Key. The creation cannot be a
 * retry.
 * @throws Problem `idempotency_key_reused`.
 */
export async function rejectUsedKey(scope: OrganizationScope, key: string): Promise<void> {
  const earlier = await findKey(scope, key)
  if (earlier) throw keyReused(earlier)
}
