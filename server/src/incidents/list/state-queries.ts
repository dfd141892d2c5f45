import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../../scope.ts'

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
