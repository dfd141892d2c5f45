import { sql } from 'kysely'
import type { OrganizationScope } from '../../src/scope.ts'

/** Counts the incidents of an organization in the workflow state with this name. */
export async function countInState({ database, organizationId }: OrganizationScope, state: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from incidents join workflow_states as state
      on state.organization_id = incidents.organization_id and state.id = state_id
    where incidents.organization_id = ${organizationId} and state.name = ${state} and deleted_at is null`.execute(
    database,
  )
  return rows[0]!.count
}
