import type { OrganizationScope } from '../scope.ts'

/**
 * Lets one at a time through of what may not happen twice at once in an Organization, a publication, an import or a
 * change of the workflow, until the transaction ends. FOR NO KEY UPDATE, so that rows that refer to the Organization can
 * still be added, by transactions that hold what this one may want next.
 */
export async function lockOrganization(scope: OrganizationScope): Promise<void> {
  await scope.database
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', scope.organizationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}
