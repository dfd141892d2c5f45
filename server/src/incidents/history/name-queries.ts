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
 * type or category. Searches from the newest revision back, and ends when all names are found. The first JSON path
 * returns only ids, because reading whole types and categories would take twice as long.
 * @param newest number of the newest revision.
 */
export async function findFormerNames(scope: OrganizationScope, ids: Uuid[], newest: number): Promise<Named[]> {
  const found: Named[] = []
  const missing = new Set(ids)
  for (let last = newest; last > 0 && missing.size > 0; last -= searchedAtOnce) {
    const { rows } = await sql<Named>`
      with latest as materialized (
        select id #>> '{}' as id, max(revision) as revision
        from creation_configurations, jsonb_path_query(content, ${`${entries}.id`}::jsonpath) as id
        where organization_id = ${scope.organizationId}
          and revision > ${last - searchedAtOnce}::int and revision <= ${last}::int
          and id #>> '{}' = any(${[...missing]}::text[])
        group by 1
      )
      select latest.id, entry ->> 'name' as name
      from latest join creation_configurations as configuration
        on organization_id = ${scope.organizationId} and configuration.revision = latest.revision,
        jsonb_path_query(
          content, ${`${entries} ? (@.id == $id)`}::jsonpath, jsonb_build_object('id', latest.id)
        ) as entry`.execute(scope.database)
    found.push(...rows)
    for (const { id } of rows) missing.delete(id)
  }
  return found
}

/** JSON path to the types and categories of a revision. Leaves out profiles, which may have the same ids. */
const entries = '$.keyvalue() ? (@.key == "types" || @.key == "categories").value[*]'

/** Number of revisions that one statement searches. */
const searchedAtOnce = 25
