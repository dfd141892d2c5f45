import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../../scope.ts'

/** Finds the ids of the final states, whose incidents count as closed, or of the other states. */
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
