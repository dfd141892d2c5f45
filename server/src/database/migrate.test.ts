import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../../test/support/until.ts'
import { makeTemporaryFolder, removeFolder } from '../../test/support/temporary-folder.ts'
import { findOpenMigrations, migrate } from './migrate.ts'
import { openDatabase, type Database } from './open.ts'

async function openEmptyDatabase(connections: number): Promise<Database> {
  const folder = await makeTemporaryFolder('migrate')
  const opened = await openDatabase({ databaseUrl: undefined, dataFolder: folder, log: () => undefined, connections })
  onTestFinished(async () => {
    await opened.close()
    await removeFolder(folder)
  })
  return opened.database
}

const readTimeout = async (database: Database) =>
  (await sql<{ statement_timeout: string }>`show statement_timeout`.execute(database)).rows

test('lifts the statement timeout while migrations run and restores the timeout afterwards', async () => {
  // With a single connection, the test reads the settings of the connection that migrates.
  const database = await openEmptyDatabase(1)
  const timeoutOfRequests = await readTimeout(database)
  await sql`set statement_timeout = 1`.execute(database)
  const ran = await migrate(database, () => undefined)
  expect(ran).toContain('0006-incidents')
  expect(await readTimeout(database)).toEqual(timeoutOfRequests)
  expect(timeoutOfRequests).toEqual([{ statement_timeout: '30s' }])
  expect(await migrate(database, () => undefined)).toEqual([])
})

test('releases the locks of a migration that another transaction blocks, logs a warning and retries the migration', async () => {
  const database = await openEmptyDatabase(2)
  const messages: string[] = []
  let migrating: Promise<string[]>
  await database.transaction().execute(async (transaction) => {
    await sql`create table organizations ()`.execute(transaction)
    migrating = migrate(database, (message) => messages.push(message))
    await until('the migration has released its locks', async () => messages.length > 0, 20_000)
    await sql`drop table organizations`.execute(transaction)
  })
  expect(await migrating!).toContain('0001-organizations')
  expect(messages[0]).toBe(
    'the migration has to wait for other transactions: canceling statement due to lock timeout; trying again',
  )
})

test('rejects a database made before version 0.1.0 and leaves its schema unchanged', async () => {
  const database = await openEmptyDatabase(2)
  const ran = await migrate(database, () => undefined)
  await sql`delete from kysely_migration where name > '0005'`.execute(database)
  await sql`insert into kysely_migration values ('0013-incident-response', now()::text)`.execute(database)
  await expect(migrate(database, () => undefined)).rejects.toThrow('made by a version before 0.1.0')
  expect(await findOpenMigrations(database)).toEqual(ran.filter((name) => name > '0005'))
})

test('accepts a database that a newer version has migrated and runs no migration', async () => {
  const database = await openEmptyDatabase(2)
  await migrate(database, () => undefined)
  await sql`insert into kysely_migration values ('0011-from-the-future', now()::text)`.execute(database)
  expect(await migrate(database, () => undefined)).toEqual([])
})
