import type { OrganizationScope } from '../../scope.ts'
import type { KeyedRequest } from './write-once.ts'

/**
 * Stores an Idempotency-Key with its request. If another transaction is storing the same key, waits until that
 * transaction ends.
 * @returns false if the key is already used.
 */
export async function claimKey(scope: OrganizationScope, request: KeyedRequest): Promise<boolean> {
  const row = await scope.database
    .insertInto('idempotency_keys')
    .values({
      organization_id: scope.organizationId,
      key: request.key,
      operation: request.operation,
      resource_id: request.resourceId,
      request_sha256: Buffer.from(request.requestSha256, 'hex'),
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
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
