import { newId } from '../database/new-id.ts'
import type { Database } from '../database/open.ts'
import { OrganizationScope } from '../scope.ts'

/** Inserts the organization with its two system users; the scope's actor becomes the operator. */
export async function insertOrganization(scope: OrganizationScope, name: string): Promise<void> {
  const { organizationId, actorId, database } = scope
  await database.insertInto('organizations').values({ id: organizationId, name }).execute()
  await database
    .insertInto('users')
    .values([
      { organization_id: organizationId, id: actorId, kind: 'operator', name: 'Operator' },
      { organization_id: organizationId, id: newId(), kind: 'external_api_auditor', name: 'External API auditor' },
    ])
    .execute()
}

/** The scope in which the command line acts in an organization; undefined when there is none with this id. */
export const operatorScope = (database: Database, organizationId: string): Promise<OrganizationScope | undefined> =>
  scopeOfSystemUser(database, organizationId, 'operator')

/** The scope in which API keys act in the organization of another scope. */
export const auditorScope = async (scope: OrganizationScope): Promise<OrganizationScope> =>
  (await scopeOfSystemUser(scope.database, scope.organizationId, 'external_api_auditor'))!

async function scopeOfSystemUser(
  database: Database,
  organizationId: string,
  kind: 'operator' | 'external_api_auditor',
): Promise<OrganizationScope | undefined> {
  const user = await database
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return user && new OrganizationScope(organizationId, user.id, database)
}
