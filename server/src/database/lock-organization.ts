import type { OrganizationScope } from '../scope.ts'

/**
 * Locks the row of the organization until the transaction ends. Publications, imports, archive operations and workflow
 * changes of one organization therefore run one after another.
 *
 * The lock mode is FOR NO KEY UPDATE, so other transactions can still insert rows that refer to the organization.
 * Otherwise a deadlock could occur: such a transaction could wait for this lock while it has locks that this
 * transaction needs.
 */
export async function lockOrganization(scope: OrganizationScope): Promise<void> {
  await scope.database
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', scope.organizationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}
