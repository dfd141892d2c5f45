import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../../../server/src/scope.ts'

/** As only the operator can, in the database: a Location that nothing refers to. */
export async function deleteLocation(scope: OrganizationScope, { id }: { id: Uuid }): Promise<void> {
  await scope.database
    .deleteFrom('locations')
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .execute()
}
