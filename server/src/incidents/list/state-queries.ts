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

/** Workflow state by which a list can be filtered. */
export interface FilterState {
  id: Uuid
  isFinal: boolean
  isDeleted: boolean
}

/** Finds all workflow states, including deleted ones. */
export const findFilterStates = (scope: OrganizationScope): Promise<FilterState[]> =>
  scope.database
    .selectFrom('workflow_states')
    .select(({ eb }) => ['id', 'is_final as isFinal', eb('archived_at', 'is not', null).as('isDeleted')])
    .where('organization_id', '=', scope.organizationId)
    .orderBy('id')
    .$castTo<FilterState>()
    .execute()
