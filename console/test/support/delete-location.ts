import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../../../server/src/scope.ts'

/** Deletes a location in the database, as only an operator can. No other row may refer to the location. */
export async function deleteLocation(scope: OrganizationScope, { id }: { id: Uuid }): Promise<void> {
  await scope.database
    .deleteFrom('locations')
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .execute()
}
