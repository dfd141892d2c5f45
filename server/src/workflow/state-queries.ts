import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../scope.ts'

/**
 * The states that transitions lead to from one, in the order of the workflow. No change of the workflow takes these
 * transitions away until the transaction ends.
 */
export const lockNextStates = (scope: OrganizationScope, stateId: Uuid): Promise<{ id: Uuid; name: string }[]> =>
  scope.database
    .selectFrom('workflow_transitions as transition')
    .innerJoin('workflow_states as state', (join) =>
      join
        .onRef('state.organization_id', '=', 'transition.organization_id')
        .onRef('state.id', '=', 'transition.to_state_id'),
    )
    .select(['state.id', 'state.name'])
    .where('transition.organization_id', '=', scope.organizationId)
    .where('transition.from_state_id', '=', stateId)
    .where('state.archived_at', 'is', null)
    .orderBy('state.position')
    .orderBy('state.id')
    .forShare('transition')
    .execute()
