import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { afterAll } from 'vitest'
import { openDatabase, type Database } from '../../src/database/open.ts'
import { cloneTemplate } from './template-database.ts'

const folder = new URL('../../migrations/', import.meta.url)

/**
 * Creates a database for one spec file with the schema of an older program, and drops it after the last test.
 * @param next first migration that the older program does not have, such as `0011`.
 * @param fill inserts the rows of the older program.
 * @returns the connection URL. A server that is started with it runs the open migrations.
 */
export async function olderDatabase(next: string, fill: (database: Database) => Promise<unknown>): Promise<string> {
  const { url, drop } = await cloneTemplate()
  afterAll(drop)
  const { database, close } = await openDatabase({ databaseUrl: url, dataFolder: '', log: () => undefined })
  try {
    await sql`drop schema public cascade`.execute(database)
    await sql`create schema public`.execute(database)
    const { error } = await new Migrator({ db: database, provider: migrationsBefore(next) }).migrateToLatest()
    if (error) throw error
    await fill(database)
    return url
  } finally {
    await close()
  }
}

const migrationsBefore = (next: string) => ({
  async getMigrations(): Promise<Record<string, Migration>> {
    const files = (await readdir(folder)).filter((file) => file < next)
    const migrations = files.map(async (file): Promise<[string, Migration]> => {
      const step = sql.raw(await readFile(new URL(file, folder), 'utf8'))
      return [file.replace('.sql', ''), { up: async (database) => void (await step.execute(database)) }]
    })
    return Object.fromEntries(await Promise.all(migrations))
  },
})
