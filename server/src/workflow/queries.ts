import type { WorkflowState } from '@tocsin/contract/directory.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { OrganizationScope } from '../scope.ts'

/** Every state in the order of the workflow, with the states its transitions lead to. */
export async function findStates(scope: OrganizationScope): Promise<WorkflowState[]> {
  const { rows } = await sql<WorkflowState>`
    select
      state.id, state.name, state.is_initial as "isInitial", state.is_final as "isFinal",
      array(
        select transition.to_state_id from workflow_transitions as transition
        where transition.organization_id = state.organization_id and transition.from_state_id = state.id
        order by transition.to_state_id
      ) as "nextStateIds"
    from workflow_states as state
    where state.organization_id = ${scope.organizationId} and state.archived_at is null
    order by state.position, state.id`.execute(scope.database)
  return rows
}

interface NewState {
  id: Uuid
  name: string
  position: number
  isInitial: boolean
  isFinal: boolean
}

export const insertStates = (scope: OrganizationScope, states: NewState[]) =>
  scope.database
    .insertInto('workflow_states')
    .values(
      states.map(({ id, name, position, isInitial, isFinal }) => ({
        organization_id: scope.organizationId,
        id,
        name,
        position,
        is_initial: isInitial,
        is_final: isFinal,
      })),
    )
    .execute()

export const insertTransitions = (scope: OrganizationScope, transitions: { fromStateId: Uuid; toStateId: Uuid }[]) =>
  scope.database
    .insertInto('workflow_transitions')
    .values(
      transitions.map(({ fromStateId, toStateId }) => ({
        organization_id: scope.organizationId,
        from_state_id: fromStateId,
        to_state_id: toStateId,
      })),
    )
    .execute()
