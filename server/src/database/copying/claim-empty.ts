import { sql } from 'kysely'
import { readRanMigrations } from '../migrate.ts'
import type { Database } from '../open.ts'
import { findAnyTable, findTables } from './tables.ts'

/** Key of the advisory lock that lets only one restore at a time fill a database. */
const restoreLock = 7_346_211

/**
 * Reserves an empty database for a restore, until the connection is closed. A database is empty if it has no
 * organization. It may have the tables of an earlier start or of an interrupted restore.
 * @param migrations names of the migrations in the backup.
 * @throws Error when the database has data, tables of another program, or a newer schema than the backup. Error when
 *   another restore is filling the database.
 */
export async function claimEmptyDatabase(database: Database, migrations: string[]): Promise<void> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_lock(${sql.lit(restoreLock)}) as "isFree"`.execute(database)
  if (!rows[0]!.isFree) throw new Error('Another restore is filling this database.')
  const table = await findAnyTable(database)
  if (table === undefined) return
  const ran = await readRanMigrations(database)
  if (ran.length > 0 && !(await hasOrganization(database))) {
    const newer = ran.find((name) => !migrations.includes(name))
    if (newer === undefined) return
    throw new Error(
      `The database has no data, but a newer schema (${newer}) than the backup. Restore into a new database.`,
    )
  }
  throw new Error(`The database is not empty: it has the table ${table}. Restore into a new database or DATA_DIR.`)
}

async function hasOrganization(database: Database): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    select exists (select from organizations) as "isThere"`.execute(database)
  return rows[0]!.isThere
}

/**
 * Deletes the rows that migrations and earlier starts have inserted, because the backup contains its own rows for these
 * tables.
 * @throws Error when somebody has created an organization since the database was reserved.
 */
export async function emptyTables(transaction: Database): Promise<void> {
  await sql`lock table organizations in access exclusive mode`.execute(transaction)
  if (await hasOrganization(transaction))
    throw new Error('An organization was made during the restore. Stop all servers.')
  const names = (await findTables(transaction)).map(({ name }) => sql.table(name))
  await sql`truncate ${sql.join(names)}`.execute(transaction)
}

/** Collects the statistics that PostgreSQL needs to choose good plans. */
export const analyze = async (database: Database): Promise<void> => {
  await sql`set statement_timeout = 0`.execute(database)
  await sql`analyze`.execute(database)
}
