import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { distributeTables, isDistributed } from './cluster/distribute.ts'
import { numberEvents } from './migrations/number-events.ts'
import { splitStatements } from './migrations/split-statements.ts'
import { translateEvents } from './migrations/translate-events.ts'
import type { Database } from './open.ts'
import type { OperatorLog } from './operator-log.ts'
import { withoutTimeLimit } from './prepare.ts'
import { isDeadlock, isLockTimeout } from './sql-state.ts'

const folder = new URL('../../migrations/', import.meta.url)

interface Migration {
  name: string
  /** False for a migration that commits its changes in parts. After an interruption, the whole migration runs again. */
  isTransacted: boolean
  run: (database: Database, log: OperatorLog) => Promise<void>
}

/** Migrations that change many rows in batches. Each batch is one transaction. All other migrations are SQL files. */
const batchedMigrations: Migration[] = [
  { name: '0014-translate-events', isTransacted: false, run: translateEvents },
  { name: '0017-number-events', isTransacted: false, run: numberEvents },
]

/** First line of a migration whose statements run one after another, outside a transaction. */
const concurrently = '-- concurrently\n'

/**
 * Migrates the database to the newest schema, step by step, while servers of the previous version are in use. Each
 * migration is committed by itself. Any number of servers may start at the same time: one migrates, and the others wait
 * for it. While another transaction has a lock that a migration needs, `migrate` retries without limit.
 * @param only names of the migrations that may run; by default all.
 * @returns the names of the migrations that ran.
 * @throws Error when only a newer version, or a version before 0.1.0, can use the database.
 */
export function migrate(database: Database, log: OperatorLog, only?: string[]): Promise<string[]> {
  // Lift the time limit, because a migration may change every row of a large table.
  return withoutTimeLimit(database, (connection) => runOpenMigrations(connection, log, only))
}

async function runOpenMigrations(connection: Database, log: OperatorLog, only?: string[]): Promise<string[]> {
  // No migration is left to run. A newer version may have run further migrations, which are safe for this version.
  if ((await findOpenMigrations(connection)).length === 0) return []
  await lockMigrations(connection)
  try {
    // Read the list again, because another server may have run migrations in the meantime.
    const open = (await readOpenMigrations(connection)).filter(({ name }) => only?.includes(name) ?? true)
    if (open.length > 0) {
      await rejectOtherEncoding(connection)
      await rejectUnreleasedSchema(connection)
    }
    await sql`
      create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)
    `.execute(connection)
    for (const migration of open) await runMigration(connection, migration, log)
    return open.map(({ name }) => name)
  } finally {
    await sql`select pg_advisory_unlock(${migrationsLock})`.execute(connection)
  }
}

/** Key of the advisory lock that only the migrating server has: "tocsin" in ASCII. */
const migrationsLock = 0x746f6373696e
const lockIntervalMs = 250

/**
 * Takes the advisory lock of the migrations for the session, and waits until it is free. Polls the lock, because a
 * waiting statement would block `create index concurrently` in the server that migrates.
 */
async function lockMigrations(connection: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ isLocked: boolean }>`
      select pg_try_advisory_lock(${migrationsLock}) as "isLocked"`.execute(connection)
    if (rows[0]!.isLocked) return
    await delay(lockIntervalMs)
  }
}

async function runMigration(connection: Database, { name, isTransacted, run }: Migration, log: OperatorLog) {
  const distributed = await isDistributed(connection)
  const runAndRecord = async (database: Database) => {
    // Change shards one after another. By default, Citus changes several shards at the same time, and then rejects
    // further statements of the transaction.
    if (distributed && isTransacted) await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(database)
    await run(database, log)
    if (distributed) await distributeTables(database)
    await sql`insert into kysely_migration values (${name}, ${new Date().toISOString()})`.execute(database)
  }
  for (;;) {
    try {
      if (isTransacted) return await connection.transaction().execute(runAndRecord)
      return await runAndRecord(connection)
    } catch (error) {
      if (!isLockTimeout(error) && !isDeadlock(error)) throw error
      log(`the migration ${name} has to wait for other transactions: ${(error as Error).message}; trying again`, 'warn')
      await delay(pauseMs)
    }
  }
}

/**
 * SQL that limits the wait of a migration for a table lock. In the meantime, other statements wait behind the
 * migration. Two seconds are enough for PostgreSQL to cancel an automatic vacuum that has the lock. They are less than
 * the time for which a request waits for a connection.
 */
const lockTimeout = "set local lock_timeout = '2s';"
/**
 * Pause before a migration is retried. In this pause, PostgreSQL runs the requests that waited behind the migration.
 */
const pauseMs = 3_000

/**
 * Returns the names of the migrations that `migrate` would run.
 * @throws Error when only a newer version can use the database.
 */
export const findOpenMigrations = async (database: Database): Promise<string[]> =>
  (await readOpenMigrations(database)).map(({ name }) => name)

async function readOpenMigrations(database: Database): Promise<Migration[]> {
  const migrations = await readMigrations()
  await rejectNewerSchema(database, migrations)
  const ran = await readRanMigrations(database)
  return migrations.filter(({ name }) => !ran.includes(name))
}

/** Returns the names of the migrations that have run on a database, including migrations of a newer version. */
export async function readRanMigrations(database: Database): Promise<string[]> {
  if (!(await hasTable(database, 'kysely_migration'))) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(database)
  return rows.map(({ name }) => name)
}

/** @throws Error when a newer version has changed the schema so much that this version can no longer use it. */
async function rejectNewerSchema(database: Database, known: Migration[]): Promise<void> {
  if (!(await hasTable(database, 'oldest_program'))) return
  const { rows } = await sql<{ migration: string }>`select migration from oldest_program`.execute(database)
  const unknown = rows.find(({ migration }) => !known.some(({ name }) => name === migration))
  if (!unknown) return
  throw new Error(
    `A newer version of Tocsin has upgraded this database (${unknown.migration}), and this version can no longer use ` +
      'it. Start the newer version, or restore the backup from before the upgrade.',
  )
}

/** Returns the names that this version does not know. They are migrations of a newer version. */
export async function findUnknownMigrations(names: string[]): Promise<string[]> {
  const known = (await readMigrations()).map(({ name }) => name)
  return names.filter((name) => !known.includes(name))
}

/** @throws Error when the database is not in UTF-8, because other encodings cannot store every text. */
async function rejectOtherEncoding(database: Database): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`select current_setting('server_encoding') as encoding`.execute(
    database,
  )
  const { encoding } = rows[0]!
  if (encoding === 'UTF8') return
  throw new Error(
    `The database has the encoding ${encoding}. Create it with the encoding UTF8, as docs/operating.md shows.`,
  )
}

/**
 * Rejects a database that was made before version 0.1.0, because earlier versions had other migrations. Call this
 * function only if a migration of this version has still to run. Otherwise, unknown migrations may come from a newer
 * version.
 * @throws Error when the database has run a migration that this version does not have.
 */
async function rejectUnreleasedSchema(database: Database): Promise<void> {
  if ((await findUnknownMigrations(await readRanMigrations(database))).length === 0) return
  throw new Error(
    'This database was made by a version before 0.1.0, which cannot be upgraded. ' +
      'Export what you need with that version, and start this one with an empty database.',
  )
}

async function hasTable(database: Database, name: string): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass(${name}) is not null as "isThere"`.execute(database)
  return rows[0]!.isThere
}

/** Reads the migrations of this version, in the order in which they run. */
async function readMigrations(): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql'))
  const fromFiles = files.map(async (file): Promise<Migration> => {
    const text = await readFile(new URL(file, folder), 'utf8')
    const isTransacted = !text.startsWith(concurrently)
    const statements = [...(isTransacted ? [lockTimeout] : []), ...splitStatements(text)]
    const run = async (database: Database) => {
      for (const statement of statements) await sql.raw(statement).execute(database)
    }
    return { name: file.replace('.sql', ''), isTransacted, run }
  })
  const migrations = [...batchedMigrations, ...(await Promise.all(fromFiles))]
  return migrations.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}
