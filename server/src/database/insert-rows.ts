import { sql, type Selectable } from 'kysely'
import type { OrganizationScope } from '../scope.ts'
import type { Tables } from './tables.ts'

/** Columns for which a caller gives values. `organization_id` comes from the scope, and new rows are not archived. */
export type InsertedColumns<Table extends keyof Tables> = Omit<
  Selectable<Tables[Table]>,
  'organization_id' | 'created_at' | 'archived_at'
>

/**
 * Inserts rows into one table. All rows are in one JSON parameter, so that the statement has the same SQL, and the same
 * prepared plan, for any number of rows.
 */
export async function insertRows<Table extends 'locations' | 'points'>(
  scope: OrganizationScope,
  table: Table,
  rows: InsertedColumns<Table>[],
): Promise<void> {
  if (rows.length === 0) return
  const columns = sql.join(Object.keys(rows[0]!).map((column) => sql.ref(column)))
  await sql`
    insert into ${sql.table(table)} (organization_id, ${columns})
    select ${scope.organizationId}::uuid, ${columns}
    from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)})`.execute(scope.database)
}
