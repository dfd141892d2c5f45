import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import type { Database } from './open.ts'
import { timeLimit } from './prepare.ts'
import { isDeadlock } from './sql-state.ts'

const folder = new URL('../../migrations/', import.meta.url)

/**
 * Brings the database to the newest schema: all open migrations in one transaction, under an advisory lock, so that any
 * number of servers may start at once.
 * @returns the names of the migrations that ran.
 */
export function migrate(database: Database): Promise<string[]> {
  return database.connection().execute(async (connection) => {
    // To rewrite a large table, or to wait until another server has, takes longer than a request may.
    await sql.raw(timeLimit.lift).execute(connection)
    try {
      return await runOpenMigrations(connection)
    } finally {
      await sql.raw(timeLimit.restore).execute(connection)
    }
  })
}

async function runOpenMigrations(connection: Database): Promise<string[]> {
  // A database that a newer version migrated serves this one too: each migration is safe for the version before it.
  if ((await findOpenMigrations(connection)).length === 0) return []
  for (let attempt = 1; ; attempt++) {
    const { error, results = [] } = await migratorOf(connection).migrateToLatest()
    if (!error) return results.map(({ migrationName }) => migrationName)
    if (!isDeadlock(error) || attempt === attemptsMaximum) throw error
  }
}

/** Servers that still serve take the tables in another order; nothing of what was broken off is left. */
const attemptsMaximum = 10

/** Names the migrations that `migrate` would run; runs nothing. */
export async function findOpenMigrations(database: Database): Promise<string[]> {
  const migrations = await migratorOf(database).getMigrations()
  return migrations.filter(({ executedAt }) => !executedAt).map(({ name }) => name)
}

const migratorOf = (database: Database) => new Migrator({ db: database, provider: { getMigrations } })

async function getMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
  const migrations = files.map(async (file): Promise<[string, Migration]> => {
    const text = await readFile(new URL(file, folder), 'utf8')
    return [file.replace('.sql', ''), { up: async (database) => void (await sql.raw(text).execute(database)) }]
  })
  return Object.fromEntries(await Promise.all(migrations))
}
