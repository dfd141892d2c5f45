import type { ChangeOrganization } from '@tocsin/contract/console/organization-settings.ts'
import { newId } from '../database/new-id.ts'
import { OrganizationScope } from '../scope.ts'
import type { Service } from '../service.ts'

/**
 * Inserts an organization and its two system users. The system user "Operator" gets the id of the acting user of the
 * scope.
 */
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

/**
 * Finds an organization for a command. In the returned scope, the system user "Operator" of the organization acts.
 * @returns undefined when no organization has this id.
 */
export const operatorScope = (service: Service, organizationId: string): Promise<OrganizationScope | undefined> =>
  scopeOfSystemUser(service, organizationId, 'operator')

/** Returns a scope of the same organization in which the External API auditor acts, as in requests with an API key. */
export const auditorScope = async (scope: OrganizationScope): Promise<OrganizationScope> =>
  (await scopeOfSystemUser(scope.service, scope.organizationId, 'external_api_auditor', scope.database))!

async function scopeOfSystemUser(
  service: Service,
  organizationId: string,
  kind: 'operator' | 'external_api_auditor',
  database = service.database,
): Promise<OrganizationScope | undefined> {
  const user = await database
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return user && new OrganizationScope(organizationId, user.id, service, { database })
}

/** Reads the stored settings of the organization, without default values. */
export const findSettings = (scope: OrganizationScope) =>
  scope.database
    .selectFrom('organizations')
    .select(['name', 'time_zone as timeZone', 'age_thresholds as ageThresholds'])
    .where('id', '=', scope.organizationId)
    .executeTakeFirstOrThrow()

/** Stores new values for settings of the organization. A setting without a new value is not changed. */
export const updateSettings = (
  scope: OrganizationScope,
  { name, timeZone, ageThresholds }: ChangeOrganization,
): Promise<unknown> =>
  scope.database
    .updateTable('organizations')
    .set({ name, time_zone: timeZone, age_thresholds: ageThresholds && JSON.stringify(ageThresholds) })
    .where('id', '=', scope.organizationId)
    .execute()
