import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import pino from 'pino'
import { afterAll, expect, test, vi } from 'vitest'
import { makeTemporaryFolder, removeFolder } from '../../test/support/temporary-folder.ts'
import { openDatabase } from './open.ts'
import { timeLimit } from './prepare.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

const folder = await makeTemporaryFolder('open')
const opened = await openDatabase({
  databaseUrl: undefined,
  dataFolder: folder,
  log: () => undefined,
  connections: 1,
  responseMaximumMs: 500,
})
const { database } = opened
const elsewhere = await makeTemporaryFolder('elsewhere')
await chmod(elsewhere, 0o755)
afterAll(async () => {
  await opened.close()
  await removeFolder(elsewhere)
  await removeFolder(folder)
})

const findSocketFolder = async () => {
  const { rows } = await sql<{ folder: string }>`show unix_socket_directories`.execute(database)
  return Object.values(rows[0]!).join()
}

const findBackend = async () =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid, ${'x'}::text`.execute(database)).rows[0]!.pid

test('a connection that does not respond in time is closed, and the next statement gets a new one', async () => {
  const frozen = await findBackend()
  process.kill(frozen, 'SIGSTOP')
  try {
    const error = await findBackend().catch((thrown: unknown) => thrown)
    expect(isDatabaseUnavailable(error)).toBe(true)
    expect(await findBackend()).not.toBe(frozen)
  } finally {
    process.kill(frozen, 'SIGCONT')
  }
})

test('a failed write to a read-only database reports the error of the write, although the rollback fails too', async () => {
  const before = await findBackend()
  const write = database.transaction().execute(async (transaction) => {
    await sql`set transaction read only`.execute(transaction)
    await sql`create table refused ()`.execute(transaction)
  })
  await expect(write).rejects.toThrow('cannot execute CREATE TABLE in a read-only transaction')
  // The connection was replaced, because a new connection may lead to a new primary.
  expect(await findBackend()).not.toBe(before)
})

test('statements may run longer than the time limit while the limit is lifted', async () => {
  await database.connection().execute(async (connection) => {
    await sql.raw(timeLimit.lift).execute(connection)
    await sql`select pg_sleep(1)`.execute(connection)
    await sql`select pg_sleep(${1})`.execute(connection)
    await sql.raw(timeLimit.restore).execute(connection)
    await expect(sql`select pg_sleep(10)`.execute(connection)).rejects.toThrow('Connection terminated')
  })
  expect(await findBackend()).toBeGreaterThan(0)
})

test('a connection can prepare any number of statements, and has at most 500 prepared at a time', async () => {
  const prepared = async () => {
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(database)
    return rows.map(({ statement }) => statement)
  }
  for (let nth = 1; nth <= 600; nth++) await sql`select ${nth}::int as ${sql.ref(`nth${nth}`)}`.execute(database)
  const statements = await prepared()
  expect(statements.length).toBeLessThanOrEqual(500)
  expect(statements).toContain('select $1::int as "nth600"')
  expect((await sql<{ nth1: number }>`select ${1}::int as ${sql.ref('nth1')}`.execute(database)).rows).toEqual([
    { nth1: 1 },
  ])
  expect(await prepared()).toContain('select $1::int as "nth1"')
})

test('the database URL can change session settings, except settings that queries rely on', async () => {
  const { host, user, password } = opened.pool.options as pg.PoolConfig
  const address = new URL('postgres://localhost/tocsin')
  address.username = user!
  address.password = String(password)
  address.searchParams.set('host', host!)
  const reliedOn = '-c timezone=Europe/Berlin -c datestyle=German -c default_transaction_isolation=serializable'
  address.searchParams.set('options', `${reliedOn} -c search_path=elsewhere`)
  const other = await openDatabase({ databaseUrl: address.href, dataFolder: folder, log: () => undefined })
  const { rows } = await sql<{ at: string; path: string; isolation: string }>`
    select '2026-03-01T08:30:00.120Z'::timestamptz as at, current_setting('search_path') as path,
      current_setting('transaction_isolation') as isolation`.execute(other.database)
  await other.close()
  expect(rows).toEqual([{ at: '2026-03-01T08:30:00.120Z', path: 'elsewhere', isolation: 'read committed' }])
})

test('a missing database counts as unavailable, and the log contains the message of the error only once', async () => {
  const { host, user, password } = opened.pool.options as pg.PoolConfig
  const databaseUrl = `postgres://${user}:${String(password)}@/nowhere?host=${encodeURIComponent(host!)}`
  const error = await openDatabase({ databaseUrl, dataFolder: folder, log: () => undefined }).catch(
    (thrown: unknown) => thrown,
  )
  // Use the serializer of the log. It would repeat the message if the error had the original error as its cause.
  expect(pino.stdSerializers.err(error as Error).message).toBe('database "nowhere" does not exist')
  expect(isDatabaseUnavailable(error)).toBe(true)
})

test('the pool reconnects to the embedded PostgreSQL after a restart has moved the socket', async () => {
  vi.stubEnv('TMPDIR', elsewhere)
  const [pid] = (await readFile(join(folder, 'postgresql', 'postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGKILL')
  await expect.poll(() => findSocketFolder().catch(String)).toContain(`${elsewhere}/`)
  vi.unstubAllEnvs()
})

test('closing the database also closes a connection pool that was used without Kysely', async () => {
  const again = await openDatabase({ databaseUrl: undefined, dataFolder: folder, log: () => undefined })
  await again.pool.query('select')
  await again.close()
  expect(again.pool.ended).toBe(true)
})

test('connections that are lost while the database is closed are not logged', async () => {
  const dataFolder = await makeTemporaryFolder('closing')
  const lines: string[] = []
  const closing = await openDatabase({ databaseUrl: undefined, dataFolder, log: (line) => lines.push(line) })
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(closing.database)
  // Freeze the backend until both the pool and PostgreSQL have asked it to end. When it continues, it handles
  // PostgreSQL's request first, so the pool loses the connection.
  process.kill(rows[0]!.pid, 'SIGSTOP')
  const closed = closing.close()
  await expect.poll(() => readFile(join(dataFolder, 'postgresql/postmaster.pid'), 'utf8')).toContain('stopping')
  process.kill(rows[0]!.pid, 'SIGCONT')
  await closed
  expect(lines).toEqual([])
  await removeFolder(dataFolder)
})

test('PostgreSQL stops when its last user closes the database, even if a connection is slow to close', async () => {
  const dataFolder = await makeTemporaryFolder('leaving')
  const open = () => openDatabase({ databaseUrl: undefined, dataFolder, log: () => undefined })
  const [first, second] = await Promise.all([open(), open()])
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(first.database)
  const { pid } = rows[0]!
  process.kill(pid, 'SIGSTOP')
  setTimeout(() => process.kill(pid, 'SIGCONT'), 300)
  await first.close()
  await second.close()
  await expect(readFile(join(dataFolder, 'postgresql/postmaster.pid'))).rejects.toThrow('ENOENT')
  await removeFolder(dataFolder)
})
