import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { makeTemporaryFolder, removeFolder } from '../../test/support/temporary-folder.ts'
import { openDatabase } from './open.ts'
import { rejectPooler } from './reject-pooler.ts'
import type { Tables } from './tables.ts'

const folder = await makeTemporaryFolder('pooler')
const { pool, close } = await openDatabase({ databaseUrl: undefined, dataFolder: folder, log: () => undefined })
const { host, port, user, password, database: name } = pool.options as pg.ClientConfig
afterAll(async () => {
  await close()
  await removeFolder(folder)
})

/**
 * Connects a client to PostgreSQL and forwards only user and database from the client's startup message. PgBouncer with
 * `ignore_startup_parameters` does the same.
 */
function forwardWithoutSettings(client: Socket): void {
  const server = connect(`${host}/.s.PGSQL.${port ?? 5432}`)
  client.once('data', () => {
    const text = Buffer.from(`\0\x03\0\0user\0${user}\0database\0${name}\0\0`)
    const length = Buffer.alloc(4)
    length.writeInt32BE(text.length + 4)
    server.write(Buffer.concat([length, text]))
    client.pipe(server).pipe(client)
  })
  server.on('error', () => client.destroy())
  client.on('error', () => server.destroy())
}

test('rejects the URL of a pooler that drops the settings of connections', async () => {
  const pooler = createServer(forwardWithoutSettings).listen(0, '127.0.0.1')
  await new Promise((resolve) => pooler.once('listening', resolve))
  const address = `127.0.0.1:${(pooler.address() as AddressInfo).port}`
  const databaseUrl = `postgres://${user}:${String(password)}@${address}/${name}`
  const opening = openDatabase({ databaseUrl, dataFolder: folder, log: () => undefined })
  await expect(opening).rejects.toThrow('A pooler drops the settings of connections')
  // The pooler closes only after `openDatabase` has closed all connections, so this test times out if a connection is
  // left open. An open connection would prevent the process of a `tocsin` command from ending.
  await new Promise((resolve) => pooler.close(resolve))
})

test('rejects a database whose connections share one session, and accepts a database whose connections have a session each', async () => {
  const client = await pool.connect()
  const lent = { query: client.query.bind(client), release: () => undefined } as never
  const shared = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: { options: {}, connect: async () => lent, end: async () => client.release() },
    }),
  })
  await expect(rejectPooler(shared)).rejects.toThrow('A pooler lends one connection to the database to several')
  await shared.destroy()
  await rejectPooler(new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }))
})
