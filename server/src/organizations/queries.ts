import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../database/open.ts'
import { OrganizationScope } from '../scope.ts'

/** Inserts the Organization with its two system users; the scope's actor becomes the operator. */
export async function insertOrganization(scope: OrganizationScope, name: string): Promise<void> {
  const { organizationId, actorId, database } = scope
  await database.insertInto('organizations').values({ id: organizationId, name }).execute()
  await database
    .insertInto('users')
    .values([
      { organization_id: organizationId, id: actorId, kind: 'operator', name: 'Operator' },
      { organization_id: organizationId, id: uuidv7(), kind: 'external_api_auditor', name: 'External API auditor' },
    ])
    .execute()
}

/** The scope in which the command line acts in an Organization; undefined when there is none with this id. */
export async function operatorScope(
  database: Database,
  organizationId: string,
): Promise<OrganizationScope | undefined> {
  const operator = await database
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('kind', '=', 'operator')
    .executeTakeFirst()
  return operator && new OrganizationScope(organizationId, operator.id, database)
}

/** The scope in which API keys act in the Organization of another scope. */
export async function auditorScope(scope: OrganizationScope): Promise<OrganizationScope> {
  const { organizationId, database } = scope
  const auditor = await database
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('kind', '=', 'external_api_auditor')
    .executeTakeFirstOrThrow()
  return new OrganizationScope(organizationId, auditor.id, database)
}
