import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { numberExistingEvents } from './number-existing-events.ts'
import type { Database } from './open.ts'
import type { OperatorLog } from './operator-log.ts'
import { timeLimit } from './prepare.ts'
import { isDeadlock, isLockTimeout } from './sql-state.ts'

const folder = new URL('../../migrations/', import.meta.url)

/**
 * Migrates the database to the newest schema. All open migrations run in one transaction under an advisory lock, so any
 * number of servers may start at the same time. If another transaction holds a lock that a migration needs, `migrate`
 * retries without limit.
 * @returns the names of the migrations that ran.
 */
export function migrate(database: Database, log: OperatorLog): Promise<string[]> {
  return database.connection().execute(async (connection) => {
    // Lift the statement timeout, because a migration can take longer: it may rewrite a large table, or wait until
    // another server has migrated.
    await sql.raw(timeLimit.lift).execute(connection)
    try {
      const ran = await runOpenMigrations(connection, log)
      await numberExistingEvents(connection, log)
      return ran
    } finally {
      await sql.raw(timeLimit.restore).execute(connection)
    }
  })
}

async function runOpenMigrations(connection: Database, log: OperatorLog): Promise<string[]> {
  // Stop if all migrations of this version have run. The next version may have run more migrations, which are safe for
  // this version.
  if ((await findOpenMigrations(connection)).length === 0) return []
  await rejectUnreleasedSchema(connection)
  for (;;) {
    const { error, results = [] } = await migratorOf(connection).migrateToLatest()
    if (!error) return results.map(({ migrationName }) => migrationName)
    if (!isLockTimeout(error) && !isDeadlock(error)) throw error
    log(`the migration has to wait for other transactions: ${(error as Error).message}; trying again`, 'warn')
    await delay(pauseMs)
  }
}

/**
 * SQL that limits the time for which a migration waits for a table lock. During this time, other statements for the
 * table wait behind the migration. Two seconds are less than the time for which a request waits for a connection, and
 * enough for PostgreSQL to cancel an automatic vacuum that holds the lock.
 */
const lockTimeout = "set local lock_timeout = '2s';"
/** Pause before a failed migration is retried. Requests that waited behind the migration run in this pause. */
const pauseMs = 3_000

/** Returns the names of the migrations that `migrate` would run. */
export async function findOpenMigrations(database: Database): Promise<string[]> {
  const migrations = await migratorOf(database).getMigrations()
  return migrations.filter(({ executedAt }) => !executedAt).map(({ name }) => name)
}

/**
 * Rejects a database made before version 0.1.0, because those versions had other migration files. Called only if a
 * migration of this version has not run.
 * @throws Error when the database has run a migration that this version does not have.
 */
async function rejectUnreleasedSchema(database: Database): Promise<void> {
  const { rows: tables } = await sql`select to_regclass('kysely_migration') as name`.execute(database)
  if (!(tables[0] as { name: string | null }).name) return
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(database)
  const known = await getMigrations()
  if (rows.every(({ name }) => name in known)) return
  throw new Error(
    'This database was made by a version before 0.1.0, which cannot be upgraded. ' +
      'Export what you need with that version, and start this one with an empty database.',
  )
}

const migratorOf = (database: Database) => new Migrator({ db: database, provider: { getMigrations } })

async function getMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
  const migrations = files.map(async (file): Promise<[string, Migration]> => {
    const step = sql.raw(lockTimeout + (await readFile(new URL(file, folder), 'utf8')))
    return [file.replace('.sql', ''), { up: async (database) => void (await step.execute(database)) }]
  })
  return Object.fromEntries(await Promise.all(migrations))
}
