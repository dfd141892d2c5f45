import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { Workflow } from '@tocsin/contract/console/workflow.ts'
import { sql } from 'kysely'
import type { OrganizationScope } from '../scope.ts'

/** Reads the workflow: its states in order, each with the number of incidents in it, and all transitions. */
export async function findWorkflow(scope: OrganizationScope): Promise<Workflow> {
  const { rows } = await sql<Workflow>`
    select
      organization.workflow_version as version,
      coalesce((
        select json_agg(
          json_build_object(
            'id', state.id, 'name', state.name, 'isInitial', state.is_initial, 'isFinal', state.is_final,
            'incidentCount', (
              select count(*) from incidents
              where organization_id = ${scope.organizationId} and state_id = state.id and deleted_at is null
            )
          ) order by state.position, state.id
        )
        from workflow_states as state
        where state.organization_id = ${scope.organizationId} and state.archived_at is null
      ), '[]') as states,
      coalesce((
        select json_agg(
          json_build_object('fromStateId', from_state_id, 'toStateId', to_state_id) order by from_state_id, to_state_id
        )
        from workflow_transitions as transition where transition.organization_id = ${scope.organizationId}
      ), '[]') as transitions
    from organizations as organization where organization.id = ${scope.organizationId}`.execute(scope.database)
  return rows[0]!
}

/**
 * Locks the given workflow states, and finds those that have incidents. Until the transaction ends, no incident can
 * enter a locked state, because the check of the foreign key waits for the lock.
 */
export async function lockAndFindOccupied(scope: OrganizationScope, ids: Uuid[]) {
  await sql`
    select id from workflow_states
    where organization_id = ${scope.organizationId} and id = any(${ids}::uuid[]) for update`.execute(scope.database)
  const { rows } = await sql<{ id: Uuid; name: string; incidentCount: number }>`
    select state.id, state.name, count(*) as "incidentCount"
    from workflow_states as state join incidents as incident
      on incident.organization_id = state.organization_id and incident.state_id = state.id
    where state.organization_id = ${scope.organizationId} and state.id = any(${ids}::uuid[])
      and incident.deleted_at is null
    group by state.id, state.name, state.position order by state.position, state.id`.execute(scope.database)
  return rows
}

interface StoredState {
  id: Uuid
  name: string
  position: number
  isInitial: boolean
  isFinal: boolean
}

/**
 * Stores the states of the workflow and archives all other states. The history of incidents needs the names of archived
 * states.
 */
export async function storeStates(scope: OrganizationScope, states: StoredState[]): Promise<void> {
  const ids = states.map(({ id }) => id)
  // Clear `is_initial` of all states first, because the schema allows only one initial state at any time.
  await sql`
    update workflow_states set is_initial = false
    where organization_id = ${scope.organizationId} and is_initial`.execute(scope.database)
  await sql`
    update workflow_states set archived_at = now()
    where organization_id = ${scope.organizationId} and archived_at is null and id <> all(${ids}::uuid[])`.execute(
    scope.database,
  )
  await sql`
    insert into workflow_states (organization_id, id, name, position, is_initial, is_final)
    select ${scope.organizationId}::uuid, id, name, position, "isInitial", "isFinal"
    from json_to_recordset(${JSON.stringify(states)}) as state (
      id uuid, name text, position integer, "isInitial" boolean, "isFinal" boolean
    )
    on conflict (organization_id, id) do update set
      name = excluded.name, position = excluded.position, is_initial = excluded.is_initial,
      is_final = excluded.is_final, archived_at = null`.execute(scope.database)
}

type Transition = Workflow['transitions'][number]

const transitionRows = (transitions: Transition[]) => sql`
  json_to_recordset(${JSON.stringify(transitions)}) as transition ("fromStateId" uuid, "toStateId" uuid)`

/**
 * Deletes all transitions of the workflow except those in `remaining`. If a running transaction is moving an incident along
 * one of the deleted transitions, waits until that transaction ends.
 */
export async function deleteOtherTransitions(scope: OrganizationScope, remaining: Transition[]): Promise<void> {
  await sql`
    delete from workflow_transitions
    where organization_id = ${scope.organizationId}
      and (from_state_id, to_state_id) not in (select "fromStateId", "toStateId" from ${transitionRows(remaining)})`.execute(
    scope.database,
  )
}

export async function addTransitions(scope: OrganizationScope, transitions: Transition[]): Promise<void> {
  await sql`
    insert into workflow_transitions (organization_id, from_state_id, to_state_id)
    select ${scope.organizationId}::uuid, "fromStateId", "toStateId" from ${transitionRows(transitions)}
    on conflict do nothing`.execute(scope.database)
}

export const updateVersion = (scope: OrganizationScope, version: number) =>
  scope.database
    .updateTable('organizations')
    .set({ workflow_version: version })
    .where('id', '=', scope.organizationId)
    .execute()
