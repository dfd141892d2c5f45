import { sql } from 'kysely'
import type { Database } from '../open.ts'
import { withoutTimeLimit } from '../prepare.ts'

/** Returns true if the tables of organizations are distributed over the nodes of a Citus cluster. */
export async function isDistributed(database: Database): Promise<boolean> {
  if (!(await hasCitus(database))) return false
  const { rows } = await sql<{ isThere: boolean }>`
    select exists (select from pg_dist_partition where logicalrelid = to_regclass('organizations')) as "isThere"`.execute(
    database,
  )
  return rows[0]!.isThere
}

/** Returns true if the database has the extension Citus. */
export async function hasCitus(database: Database): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('pg_dist_partition') is not null as "isThere"`.execute(database)
  return rows[0]!.isThere
}

export async function countWorkers(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from citus_get_active_worker_nodes()`.execute(database)
  return rows[0]!.count
}

/**
 * Distributes the tables, and stores the settings for the worker nodes. Has no time limit, because the rows of large
 * tables are copied.
 * @returns the names of the tables that were distributed.
 */
export const distributeDatabase = (database: Database): Promise<string[]> =>
  withoutTimeLimit(database, async (connection) => {
    const tables = await distributeTables(connection)
    await storeWorkerSettings(connection)
    return tables
  })

/**
 * Distributes the tables of organizations that are not distributed yet: `organizations` by its id, all other tables by
 * `organization_id`. All rows of an organization are then on one node. Tables that all organizations share stay on the
 * coordinator. After an interruption, a second run continues.
 *
 * Drops the triggers of the tables, because a trigger would not find its tables on the worker nodes. Only earlier
 * versions of Tocsin need triggers, and these versions cannot use a cluster.
 * @returns the names of the tables that were distributed.
 */
export async function distributeTables(database: Database): Promise<string[]> {
  const tables = await findUndistributed(database)
  for (const table of tables) {
    await dropTriggers(database, table)
    const [column, colocated] = table === 'organizations' ? ['id', 'none'] : ['organization_id', 'organizations']
    await sql`select create_distributed_table(${table}, ${column}, colocate_with := ${colocated})`.execute(database)
  }
  // The rows are now in the shards as well, so delete them from the coordinator.
  for (const table of tables.toReversed()) {
    await sql`select truncate_local_data_after_distributing_table(${table}::regclass)`.execute(database)
  }
  return tables
}

/**
 * Lists the tables of organizations that are not distributed yet. A table follows the tables to which it refers,
 * because a distributed table cannot refer to a table on the coordinator.
 */
async function findUndistributed(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string; references: string[] }>`
    select relname as name, array(
      select confrelid::regclass::text from pg_constraint
      where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid
    ) as references
    from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r'
      and (relname = 'organizations' or exists (
        select from pg_attribute where attrelid = pg_class.oid and attname = 'organization_id'
      ))
      and not exists (select from pg_dist_partition where logicalrelid = pg_class.oid)
    order by relname <> 'organizations', relname`.execute(database)
  const sorted: string[] = []
  while (rows.length > 0) {
    const isWaiting = ({ references }: { references: string[] }) => rows.some(({ name }) => references.includes(name))
    const index = rows.findIndex((row) => !isWaiting(row))
    if (index === -1) throw new Error(`Foreign keys form a circle: ${rows.map(({ name }) => name).join(', ')}`)
    sorted.push(...rows.splice(index, 1).map(({ name }) => name))
  }
  return sorted
}

async function dropTriggers(database: Database, table: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tgname as name from pg_trigger where tgrelid = ${table}::regclass and not tgisinternal`.execute(database)
  for (const { name } of rows) await sql`drop trigger ${sql.ref(name)} on ${sql.table(table)}`.execute(database)
}

/** Settings for sessions on the worker nodes, which do not receive the settings of our own connections. */
const workerSettings = { timezone: 'UTC', jit: 'off', seq_page_cost: '0.2', random_page_cost: '0.22' }

/** Stores `workerSettings` on all nodes, as settings of the current role in the current database. */
async function storeWorkerSettings(database: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database)
  for (const [setting, value] of Object.entries(workerSettings)) {
    await sql`alter role current_user in database ${sql.ref(rows[0]!.name)} set ${sql.raw(setting)} = ${sql.lit(value)}`.execute(
      database,
    )
  }
}
