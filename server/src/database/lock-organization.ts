import type { OrganizationScope } from '../scope.ts'

/**
 * Locks the organization's row until the transaction ends, so that its publications, imports, archivings and workflow
 * changes run one after another. The lock is FOR NO KEY UPDATE: other transactions can still add rows that refer to the
 * organization, even while they hold locks that this transaction needs next.
 */
export async function lockOrganization(scope: OrganizationScope): Promise<void> {
  await scope.database
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', scope.organizationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}
