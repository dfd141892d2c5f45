import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { findOpenMigrations, migrate } from '../src/database/migrate.ts'
import { openDatabase, type Database } from '../src/database/open.ts'
import { cloneTemplate, createEmptyDatabase } from './support/template-database.ts'
import { until } from './support/until.ts'

const openMigratedDatabase = async (): Promise<Database> => openUntilEnd(await cloneTemplate())

async function openUntilEnd({ url, drop }: Awaited<ReturnType<typeof cloneTemplate>>): Promise<Database> {
  const opened = await openDatabase({ databaseUrl: url, dataFolder: '', log: () => undefined })
  onTestFinished(async () => {
    await opened.close()
    await drop()
  })
  return opened.database
}

async function openEmptyDatabase(): Promise<Database> {
  const database = await openMigratedDatabase()
  await sql`drop schema public cascade`.execute(database)
  await sql`create schema public`.execute(database)
  return database
}

const run = (database: Database) => migrate(database, () => undefined)

const readTimeout = async (database: Database) =>
  (await sql<{ statement_timeout: string }>`show statement_timeout`.execute(database)).rows

test('lifts the statement timeout while migrations run and restores the timeout afterwards', async () => {
  const database = await openEmptyDatabase()
  await database.connection().execute(async (connection) => {
    const timeoutOfRequests = await readTimeout(connection)
    await sql`set statement_timeout = 1`.execute(connection)
    expect(await run(connection)).toContain('0006-incidents')
    expect(await readTimeout(connection)).toEqual(timeoutOfRequests)
    expect(timeoutOfRequests).toEqual([{ statement_timeout: '30s' }])
    expect(await run(connection)).toEqual([])
  })
})

test('if another transaction blocks a migration, the migration releases its locks, logs a warning and is retried', async () => {
  const database = await openEmptyDatabase()
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
    'the migration 0001-organizations has to wait for other transactions: canceling statement due to lock timeout; trying again',
  )
})

test('rejects a database whose encoding is not UTF8, and creates no table in it', async () => {
  const database = await openUntilEnd(await createEmptyDatabase('LATIN1'))
  await expect(run(database)).rejects.toThrow('The database has the encoding LATIN1.')
  expect((await sql`select from pg_tables where schemaname = 'public'`.execute(database)).rows).toEqual([])
})

test('rejects a database made before version 0.1.0 and leaves its schema unchanged', async () => {
  const database = await openEmptyDatabase()
  const ran = await run(database)
  await sql`delete from kysely_migration where name > '0005'`.execute(database)
  await sql`insert into kysely_migration values ('0013-incident-response', now()::text)`.execute(database)
  await expect(run(database)).rejects.toThrow('made by a version before 0.1.0')
  expect(await findOpenMigrations(database)).toEqual(ran.filter((name) => name > '0005'))
})

test('accepts a database that a newer version has migrated, and runs no migration on it', async () => {
  const database = await openMigratedDatabase()
  await sql`insert into kysely_migration values ('9999-from-the-future', now()::text)`.execute(database)
  expect(await run(database)).toEqual([])
})

test('rejects a database that only a newer version can use, and says what the operator can do', async () => {
  const database = await openMigratedDatabase()
  await sql`update oldest_program set migration = '9999-from-the-future'`.execute(database)
  await expect(run(database)).rejects.toThrow(
    'A newer version of Tocsin has upgraded this database (9999-from-the-future), and this version can no longer use ' +
      'it. Start the newer version, or restore the backup from before the upgrade.',
  )
})

test('if a migration fails, the migrations before it stay committed, and the next run begins with the failed migration', async () => {
  const database = await openEmptyDatabase()
  await sql`create table webhook_endpoints ()`.execute(database)
  await expect(run(database)).rejects.toThrow('relation "webhook_endpoints" already exists')
  const open = await findOpenMigrations(database)
  expect(open[0]).toBe('0018-webhooks')
  await sql`drop table webhook_endpoints`.execute(database)
  expect(await run(database)).toEqual(open)
})

test('a migration rebuilds an index that an interrupted migration has left invalid', async () => {
  const database = await openMigratedDatabase()
  await sql`delete from kysely_migration where name >= '0015'`.execute(database)
  await sql`alter table events add constraint events_have_data check (data is not null)`.execute(database)
  await sql`update pg_index set indisvalid = false where indexrelid = 'events_of_incident'::regclass`.execute(database)
  // The next migration fails, because its table already exists.
  await expect(run(database)).rejects.toThrow('relation "feeds" already exists')
  const { rows } = await sql`
    select indisvalid from pg_index where indexrelid = 'events_of_incident'::regclass`.execute(database)
  expect(rows).toEqual([{ indisvalid: true }])
})
