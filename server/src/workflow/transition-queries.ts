import type { NextState } from '@tocsin/contract/api/incident-change.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../scope.ts'

/** Finds the states to which an incident can move from the state `from`, in the order of the workflow. */
export const findNextStates = (scope: OrganizationScope, from: Uuid): Promise<NextState[]> =>
  transitionsFrom(scope, from)
    .select(['state.id', 'state.name'])
    .orderBy('state.position')
    .orderBy('state.id')
    .execute()

const transitionsFrom = ({ database, organizationId }: OrganizationScope, from: Uuid) =>
  database
    .selectFrom('workflow_transitions as transition')
    .innerJoin('workflow_states as state', (join) =>
      join
        .onRef('state.organization_id', '=', 'transition.organization_id')
        .onRef('state.id', '=', 'transition.to_state_id'),
    )
    .where('transition.organization_id', '=', organizationId)
    .where('transition.from_state_id', '=', from)
    .where('state.archived_at', 'is', null)

export const isState = async (scope: OrganizationScope, id: Uuid): Promise<boolean> =>
  (await statesOf(scope).where('id', '=', id).executeTakeFirst()) !== undefined

/** Finds a state and locks its row until the transaction ends, so that nobody can remove the state before then. */
export const lockState = async (scope: OrganizationScope, id: Uuid): Promise<Uuid | undefined> =>
  (await statesOf(scope).where('id', '=', id).forKeyShare().executeTakeFirst())?.id

export const lockInitialState = async (scope: OrganizationScope): Promise<Uuid> =>
  (await statesOf(scope).where('is_initial', '=', true).forKeyShare().executeTakeFirstOrThrow()).id

/** Builds the query for the states of the workflow. Leaves out archived states. */
const statesOf = ({ database, organizationId }: OrganizationScope) =>
  database
    .selectFrom('workflow_states')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('archived_at', 'is', null)
