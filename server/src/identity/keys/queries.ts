import type { KeyScope } from '@tocsin/contract/console/api-key.ts'
import type { Instant, Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { Database } from '../../database/open.ts'
import type { OrganizationScope } from '../../scope.ts'

/** API key that is not revoked, with its organization and the External API auditor of the organization. */
export interface UsableKey {
  id: Uuid
  organizationId: Uuid
  auditorId: Uuid
  secretSha256: Buffer
  scopes: KeyScope[]
  expiresAt: string | null
}

/**
 * Finds an API key. Takes no organization scope, because the key determines the organization.
 * @param organizationId organization to search; undefined searches every organization.
 */
export const findKey = (
  database: Database,
  id: Uuid,
  organizationId: Uuid | undefined,
): Promise<(UsableKey & { isRevoked: boolean }) | undefined> =>
  database
    .selectFrom('api_keys as key')
    .innerJoin('users as auditor', (join) =>
      join.onRef('auditor.organization_id', '=', 'key.organization_id').on('auditor.kind', '=', 'external_api_auditor'),
    )
    .select([
      'key.id',
      'key.organization_id as organizationId',
      'auditor.id as auditorId',
      'key.secret_sha256 as secretSha256',
      'key.scopes',
      'key.expires_at as expiresAt',
      sql<boolean>`coalesce(key.revoked_at <= now(), false)`.as('isRevoked'),
    ])
    .where('key.id', '=', id)
    .$if(organizationId !== undefined, (query) => query.where('key.organization_id', '=', organizationId!))
    .executeTakeFirst()

/** Sets `last_used_at` of an API key, unless a process has set it within the last 30 seconds. */
export const touchKey = (scope: OrganizationScope, id: Uuid) =>
  scope.database
    .updateTable('api_keys')
    .set({ last_used_at: sql<string>`now()` })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .where((is) =>
      is.or([is('last_used_at', 'is', null), is('last_used_at', '<', sql<string>`now() - interval '30 seconds'`)]),
    )
    .execute()

type NewKey = Pick<UsableKey, 'id' | 'secretSha256' | 'scopes' | 'expiresAt'> & { name: string }

export const insertKey = (scope: OrganizationScope, { id, name, scopes, expiresAt, secretSha256 }: NewKey) =>
  scope.database
    .insertInto('api_keys')
    .values({
      organization_id: scope.organizationId,
      id,
      name,
      scopes,
      expires_at: expiresAt,
      secret_sha256: secretSha256,
    })
    .execute()

/**
 * Finds an API key and locks its row until the transaction ends. `isRevoked` and `isExpired` compare with the
 * database's time at the query, not at the start of the transaction, because another transaction may have revoked the
 * key in between.
 */
export const lockKey = (scope: OrganizationScope, id: Uuid) =>
  scope.database
    .selectFrom('api_keys')
    .select([
      'id',
      'name',
      'scopes',
      'created_at as createdAt',
      'expires_at as expiresAt',
      'revoked_at as revokedAt',
      'successor_id as successorId',
      sql<boolean>`coalesce(revoked_at <= clock_timestamp(), false)`.as('isRevoked'),
      sql<boolean>`coalesce(expires_at <= clock_timestamp(), false)`.as('isExpired'),
    ])
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/**
 * Sets the time from which an API key is rejected.
 * @param options.afterMs delay from the start of the transaction; 0 revokes the key immediately.
 * @param options.successorId key that replaces this one; null to leave the stored successor unchanged.
 * @returns the time from which the key is rejected.
 */
export async function endKey(
  scope: OrganizationScope,
  id: Uuid,
  { afterMs, successorId }: { afterMs: number; successorId: Uuid | null },
): Promise<Instant> {
  const { revokedAt } = await scope.database
    .updateTable('api_keys')
    .set({
      revoked_at: sql<string>`now() + ${afterMs} * interval '1 millisecond'`,
      successor_id: sql<Uuid | null>`coalesce(${successorId}::uuid, successor_id)`,
    })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .returning(sql<Instant>`revoked_at`.as('revokedAt'))
    .executeTakeFirstOrThrow()
  return revokedAt
}
