import { sql } from 'kysely'
import pg from 'pg'
import { connectAlone, copySettings, type LoneConnection } from './connect-alone.ts'
import { findTables, type MeasuredTable } from './tables.ts'

/** State of the database at one moment. Later writes do not change it. */
export interface Snapshot extends LoneConnection {
  tables: MeasuredTable[]
  /** Time at which the snapshot was taken, in the format of the API. */
  takenAt: string
  /** Names of the migrations that had been applied to the database when the snapshot was taken. */
  migrations: string[]
}

/**
 * Runs `work` in one transaction that sees the database at the moment at which the transaction began. Writers do not
 * wait for this transaction. Migrations that rewrite a table wait, because a rewritten table would seem empty to the
 * snapshot.
 */
export async function inSnapshot<Result>(
  pool: pg.Pool,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const connection = await connectAlone(pool)
  try {
    const { client, database } = connection
    const expected = await findTables(database)
    await client.query(`begin isolation level repeatable read, read only; ${copySettings}`)
    if (!expected.some(({ name }) => name === 'organizations')) {
      throw new Error(
        'The tables of Tocsin are not in the first schema of the search_path. Set the search_path of the role.',
      )
    }
    // Lock the tables before the first query, because the first query takes the snapshot.
    const names = expected.map(({ name }) => pg.escapeIdentifier(name))
    await client.query(`lock table ${names.join(', ')} in access share mode`)
    const tables = await findTables(database)
    if (JSON.stringify(tables.map(({ name }) => name)) !== JSON.stringify(expected.map(({ name }) => name))) {
      throw new Error('A migration has just changed the tables of the database. Run the command again.')
    }
    const { rows } = await sql<{ takenAt: string }>`select now()::timestamptz(3) as "takenAt"`.execute(database)
    const { rows: ran } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database)
    return await work({ ...connection, tables, takenAt: rows[0]!.takenAt, migrations: ran.map(({ name }) => name) })
  } finally {
    connection.close()
  }
}
