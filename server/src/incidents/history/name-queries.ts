import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { OrganizationScope } from '../../scope.ts'

interface Named {
  id: Uuid
  name: string
}

/** Finds the names of workflow states, locations, points and users, including archived ones. */
export async function findNames(scope: OrganizationScope, ids: Uuid[]): Promise<Named[]> {
  const tables = ['workflow_states', 'locations', 'points', 'users'] as const
  const selects = tables.map(
    (table) => sql`
      select id, name from ${sql.table(table)}
      where organization_id = ${scope.organizationId} and id = any(${ids}::uuid[])`,
  )
  const { rows } = await sql<Named>`${sql.join(selects, sql` union all `)}`.execute(scope.database)
  return rows
}

/**
 * Finds the names of types and categories. Each name comes from the latest configuration revision that contains the
 * type or category.
 */
export async function findFormerNames(scope: OrganizationScope, ids: Uuid[]): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select distinct on (entry ->> 'id') entry ->> 'id' as id, entry ->> 'name' as name
    from creation_configurations, jsonb_array_elements((content -> 'types') || (content -> 'categories')) as entry
    where organization_id = ${scope.organizationId} and entry ->> 'id' = any(${ids}::text[])
    order by entry ->> 'id', revision desc`.execute(scope.database)
  return rows
}
