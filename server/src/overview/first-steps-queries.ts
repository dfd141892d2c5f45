import type { FirstSteps } from '@tocsin/contract/console/first-steps.ts'
import { sql } from 'kysely'
import type { OrganizationScope } from '../scope.ts'

/** Finds which first steps of the organization are done. */
export async function findFirstSteps(scope: OrganizationScope): Promise<FirstSteps> {
  const { rows } = await sql<FirstSteps>`
    select
      workflow_version > 1 or exists (
        select revision from creation_configurations
        where organization_id = ${scope.organizationId} and (revision > 1 or content -> 'types' <> '[]')
      ) as "reportForms",
      exists (select id from locations where organization_id = ${scope.organizationId}) as locations,
      exists (
        select id from users where organization_id = ${scope.organizationId} and kind = 'staff' offset 1
      ) as colleagues,
      exists (select id from incidents where organization_id = ${scope.organizationId}) as incident,
      exists (select id from api_keys where organization_id = ${scope.organizationId}) as "apiKey"
    from organizations where id = ${scope.organizationId}`.execute(scope.database)
  return rows[0]!
}
