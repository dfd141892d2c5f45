import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { makeTemporaryFolder, removeFolder } from '../../../test/support/temporary-folder.ts'
import { openDatabase, type DatabaseOptions } from '../open.ts'

const folder = await makeTemporaryFolder('pooler')
const { pool, close } = await openDatabase({ databaseUrl: undefined, dataFolder: folder, log: () => undefined })
const { host, port, user, password, database: name } = pool.options as pg.ClientConfig
afterAll(async () => {
  await close()
  await removeFolder(folder)
})

/**
 * Opens the database through a proxy, and calls `work`. Then waits until all connections are closed. A connection that
 * stays open fails the test, because it would prevent a `tocsin` command from ending.
 */
async function through(
  proxy: (client: Socket, server: Socket) => void,
  work: (opening: ReturnType<typeof openDatabase>) => Promise<void>,
  { isAnonymous, ...options }: Partial<DatabaseOptions> & { isAnonymous?: boolean } = {},
): Promise<void> {
  const listener = createServer((client) => {
    const server = connect(`${host}/.s.PGSQL.${port ?? 5432}`)
    server.on('error', () => client.destroy())
    client.on('error', () => server.destroy())
    proxy(client, server)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => listener.once('listening', resolve))
  const address = `127.0.0.1:${(listener.address() as AddressInfo).port}`
  const databaseUrl = `postgres://${user}${isAnonymous ? '' : `:${String(password)}`}@${address}/${name}`
  await work(openDatabase({ databaseUrl, dataFolder: folder, log: () => undefined, ...options }))
  await new Promise((resolve) => listener.close(resolve))
}

/**
 * Forwards only the user and the database from the client's startup message, like PgBouncer with
 * `ignore_startup_parameters`.
 */
function dropSettings(client: Socket, server: Socket): void {
  client.once('data', () => {
    const text = Buffer.from(`\0\x03\0\0user\0${user}\0database\0${name}\0\0`)
    const length = Buffer.alloc(4)
    length.writeInt32BE(text.length + 4)
    server.write(Buffer.concat([length, text]))
    client.pipe(server).pipe(client)
  })
}

/** Sends the client an invented process id instead of the session's own, as poolers do. */
function inventProcessId(client: Socket, server: Socket): void {
  client.pipe(server)
  server.on('data', (chunk: Buffer) => {
    const at = chunk.indexOf(Buffer.from('K\0\0\0\x0c'))
    if (at >= 0) chunk.writeInt32BE(7, at + 5)
    client.write(chunk)
  })
  server.on('end', () => client.end())
}

/** Rejects the settings in the client's startup message, like PgBouncer without `ignore_startup_parameters`. */
function rejectSettings(client: Socket, server: Socket): void {
  server.destroy()
  client.once('data', () => {
    const text = Buffer.from('SFATAL\0C08P01\0Munsupported startup parameter: options\0\0')
    const length = Buffer.alloc(4)
    length.writeInt32BE(text.length + 4)
    client.end(Buffer.concat([Buffer.from('E'), length, text]))
  })
}

test('a database cannot be opened through a pooler that drops the settings of connections', () =>
  through(dropSettings, async (opening) => {
    await expect(opening).rejects.toThrow(
      'A pooler drops the settings of connections to the database. Set up the pooler',
    )
  }))

test('if a pooler rejects the settings of connections, the error advises the operator to configure the pooler', () =>
  through(rejectSettings, async (opening) => {
    await expect(opening).rejects.toThrow(
      'A pooler rejects the settings of connections to the database: unsupported startup parameter: options. Set up',
    )
  }))

test('if PostgreSQL requires a password and none is set, the error says so, and the connection is closed', () =>
  through(
    (client, server) => void client.pipe(server).pipe(client),
    async (opening) => {
      await expect(opening).rejects.toThrow('it requires a password, but neither its address nor PGPASSWORD has one')
    },
    { isAnonymous: true },
  ))

test('statements are not prepared on a connection through a pooler', () =>
  through(inventProcessId, async (opening) => {
    const opened = await opening
    expect(opened.isPooled).toBe(true)
    await sql`select ${1}::int`.execute(opened.database)
    const { rows } = await sql`select name from pg_prepared_statements where name <> ''`.execute(opened.database)
    expect(rows).toEqual([])
    await opened.close()
  }))

test('a database cannot be opened through a pooler if the caller needs a session of its own', () =>
  through(
    inventProcessId,
    async (opening) => {
      await expect(opening).rejects.toThrow('Set MIGRATION_DATABASE_URL to the address of PostgreSQL.')
    },
    { needsSession: true },
  ))

test('statements are prepared on a connection that leads directly to PostgreSQL', () =>
  through(
    (client, server) => void client.pipe(server).pipe(client),
    async (opening) => {
      const opened = await opening
      expect(opened.isPooled).toBe(false)
      await sql`select ${1}::int`.execute(opened.database)
      const { rows } = await sql`select name from pg_prepared_statements`.execute(opened.database)
      expect(rows).toEqual([{ name: 'statement_1' }])
      await opened.close()
    },
    { needsSession: true },
  ))
