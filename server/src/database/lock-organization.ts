import type { OrganizationScope } from '../scope.ts'

/**
 * Locks the row of the organization until the transaction ends. Publications, imports, archive operations and workflow
 * changes of one organization therefore run one after another.
 *
 * The lock mode is FOR NO KEY UPDATE, so other transactions can still insert rows that refer to the organization. With
 * FOR UPDATE, these inserts would wait, which is a deadlock if their transaction has a lock that this transaction
 * needs.
 */
export async function lockOrganization(scope: OrganizationScope): Promise<void> {
  await scope.database
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', scope.organizationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}
