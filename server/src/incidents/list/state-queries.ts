import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../../scope.ts'

/** The ids of the states whose incidents count as closed, or of those whose incidents count as open. */
export async function findStateIds(scope: OrganizationScope, { isFinal }: { isFinal: boolean }): Promise<Uuid[]> {
  const states = await scope.database
    .selectFrom('workflow_states')
    .select('id')
    .where('organization_id', '=', scope.organizationId)
    .where('is_final', '=', isFinal)
    .orderBy('id')
    .execute()
  return states.map(({ id }) => id)
}
