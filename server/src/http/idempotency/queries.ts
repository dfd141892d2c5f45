import type { OrganizationScope } from '../../scope.ts'
import type { KeyedRequest } from './write-once.ts'

/**
 * Stores an Idempotency-Key with its request. Waits while another transaction is storing the same key.
 * @returns false if the key is already used.
 */
export const claimKey = async (scope: OrganizationScope, request: KeyedRequest): Promise<boolean> =>
  (await claimKeys(scope, [request])).size > 0

/**
 * Stores several Idempotency-Keys with their requests. If two requests have the same key, stores only the first. Waits
 * while another transaction is storing one of the keys.
 * @returns the keys that were free.
 */
export async function claimKeys(scope: OrganizationScope, requests: KeyedRequest[]): Promise<Set<string>> {
  if (requests.length === 0) return new Set()
  const rows = requests.map(({ key, operation, resourceId, requestSha256 }) => ({
    organization_id: scope.organizationId,
    key,
    operation,
    resource_id: resourceId,
    request_sha256: Buffer.from(requestSha256, 'hex'),
  }))
  const claimed = await scope.database
    .insertInto('idempotency_keys')
    // Insert the Idempotency-Keys in sorted order, so that two statements with the same keys cannot deadlock.
    .values(rows.toSorted((one, other) => (one.key < other.key ? -1 : 1)))
    .onConflict((conflict) => conflict.columns(['organization_id', 'key']).doNothing())
    .returning('key')
    .execute()
  return new Set(claimed.map(({ key }) => key))
}

/** Finds the request that used an Idempotency-Key. */
export async function findKey(scope: OrganizationScope, key: string): Promise<KeyedRequest | undefined> {
  const row = await scope.database
    .selectFrom('idempotency_keys')
    .select(['operation', 'resource_id as resourceId', 'request_sha256 as requestSha256'])
    .where('organization_id', '=', scope.organizationId)
    .where('key', '=', key)
    .executeTakeFirst()
  return row && { key, ...row, requestSha256: row.requestSha256.toString('hex') }
}
