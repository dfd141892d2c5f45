import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../../scope.ts'

/** Finds the ids of all final workflow states (closed incidents), or of all other states (open incidents). */
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
