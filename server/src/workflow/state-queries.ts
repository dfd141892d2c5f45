import type { WorkflowState } from '@tocsin/contract/api/directory.ts'
import { sql } from 'kysely'
import type { OrganizationScope } from '../scope.ts'

/**
 * Finds all states in the order of the workflow, each with the ids of the states to which an incident can move from it.
 */
export async function findStates(scope: OrganizationScope): Promise<WorkflowState[]> {
  const { rows } = await sql<WorkflowState>`
    select
      state.id, state.name, state.is_initial as "isInitial", state.is_final as "isFinal",
      array(
        select transition.to_state_id from workflow_transitions as transition
        where transition.organization_id = ${scope.organizationId} and transition.from_state_id = state.id
        order by transition.to_state_id
      ) as "nextStateIds"
    from workflow_states as state
    where state.organization_id = ${scope.organizationId} and state.archived_at is null
    order by state.position, state.id`.execute(scope.database)
  return rows
}
