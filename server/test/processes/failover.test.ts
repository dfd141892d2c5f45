import { randomUUID } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connectAlone } from '../../src/database/copying/connect-alone.ts'
import { openDatabase } from '../../src/database/open.ts'
import { apiCallerOf } from '../support/caller.ts'
import { tryCreation } from '../support/harness.ts'
import { walkIncidents } from '../support/walk.ts'
import { newKey } from '../support/new-key.ts'
import { startServer } from '../support/server-process.ts'
import { startReplicatedDatabase } from '../support/standby.ts'
import { makeTemporaryFolder, removeFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'

const crashing = await startReplicatedDatabase()
const freezing = await startReplicatedDatabase()

test('connections of the pool and of backups lead to the primary, even if the standby is the first host', async () => {
  const { database, pool, close } = await openDatabase({
    databaseUrl: crashing.url,
    dataFolder: '',
    log: () => undefined,
  })
  const alone = await connectAlone(pool)
  const isStandby = sql<{ isStandby: boolean }>`select pg_is_in_recovery() as "isStandby"`
  expect((await isStandby.execute(database)).rows).toEqual([{ isStandby: false }])
  expect((await isStandby.execute(alone.database)).rows).toEqual([{ isStandby: false }])
  alone.close()
  await close()
})

test('if no database host accepts writes, the error gives the reason for each host', async () => {
  const silent = createServer((socket) => socket.resume()).listen(0, '127.0.0.1')
  await new Promise((resolve) => silent.once('listening', resolve))
  const { port } = silent.address() as AddressInfo
  const opening = openDatabase({ databaseUrl: crashing.urlOfStandbyAnd(port), dataFolder: '', log: () => undefined })
  await expect(opening).rejects.toThrow(
    /^no host accepts writes \(\/.*: it is a standby or read-only; 127\.0\.0\.1:\d+: it does not respond\)$/,
  )
  // This test times out here if the search for the primary has left a connection open.
  await new Promise((resolve) => silent.close(resolve))
})

test.each([
  ['crashes', crashing.url, crashing.crashPrimary, crashing.promoteStandby],
  ['freezes', freezing.url, freezing.freezePrimary, freezing.promoteStandby],
])(
  'a server with two database hosts continues after the primary %s and the standby is promoted, and stores each incident once',
  async (_, databaseUrl, stopPrimary, promoteStandby) => {
    const dataFolder = await makeTemporaryFolder('failover')
    const server = await startServer({ DATABASE_URL: databaseUrl, DATA_DIR: dataFolder })
    const call = apiCallerOf(server.url, await newKey(dataFolder, databaseUrl))

    const answered: string[] = []
    const problems: unknown[] = []
    const enough = new AbortController()
    const writers = Array.from({ length: 16 }, async () => {
      while (!enough.signal.aborted) {
        const clientRequestId = randomUUID()
        // Repeat a request that failed, as a client should.
        for (;;) {
          const { status, body } = await tryCreation(call, { clientRequestId })
          if (status === 201) break
          problems.push(body)
        }
        answered.push(clientRequestId)
      }
    })
    await until('the load runs', async () => answered.length > 100)
    await stopPrimary()
    const before = answered.length
    await promoteStandby()
    await until('the load runs again', async () => answered.length > before + 100)
    enough.abort()
    await Promise.all(writers)

    const stored = (await walkIncidents(call)).map(({ clientRequestId }) => clientRequestId)
    expect(stored.toSorted()).toEqual(answered.toSorted())
    expect(problems).toEqual(problems.map(() => expect.objectContaining({ code: 'unavailable' })))
    expect(server.child.exitCode).toBeNull()
    expect(await server.end('SIGTERM')).toBe(0)
    await removeFolder(dataFolder)
  },
)
