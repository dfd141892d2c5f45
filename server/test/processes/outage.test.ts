import { expect, test } from 'vitest'
import { connect } from '../../src/database/embedded/connect.ts'
import { openCluster } from '../../src/database/embedded/open-cluster.ts'
import { stopPostmaster } from '../../src/database/embedded/postmaster.ts'
import { apiCallerOf } from '../support/caller.ts'
import { tryCreation } from '../support/harness.ts'
import { makeTemporaryFolder, removeFolder } from '../support/temporary-folder.ts'
import { newKey } from '../support/new-key.ts'
import { startServer } from '../support/server-process.ts'
import { until } from '../support/until.ts'

const serviceResumesWithinMs = 5_000

test('answers 503 while PostgreSQL is stopped under load, and recovers without a restart once PostgreSQL is back', async () => {
  const folder = await makeTemporaryFolder('outage')
  const cluster = await openCluster(folder, () => undefined)
  const start = async () => {
    const { client, connection } = await connect(cluster, () => undefined)
    await client.end()
    return connection
  }
  const { host, port, user, password, database: name } = await start()
  const databaseUrl = `postgres://${user}:${password}@/${name}?host=${encodeURIComponent(host)}&port=${port}`
  const server = await startServer({ DATABASE_URL: databaseUrl, DATA_DIR: folder })
  const call = apiCallerOf(server.url, await newKey(folder, databaseUrl))

  const statuses: number[] = []
  const problems: unknown[] = []
  const enough = new AbortController()
  const load = Array.from({ length: 8 }, async () => {
    while (!enough.signal.aborted) {
      const { status, body } = await tryCreation(call)
      statuses.push(status)
      if (status >= 500) problems.push(body)
    }
  })
  const readiness = () => fetch(`${server.url}/readyz`)

  await until('creations succeed', async () => statuses.includes(201))
  expect((await readiness()).status).toBe(200)

  await stopPostmaster(cluster)
  await until('creations get 503', async () => statuses.at(-1) === 503)
  const notReady = await readiness()
  expect(notReady.status).toBe(503)
  expect(Number(notReady.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await fetch(`${server.url}/livez`)).status).toBe(200)

  await start()
  await until('creations succeed again', async () => statuses.at(-1) === 201, serviceResumesWithinMs)
  await until('the server is ready again', async () => (await readiness()).ok, serviceResumesWithinMs)

  enough.abort()
  await Promise.all(load)
  expect(new Set(statuses).difference(new Set([201, 503]))).toEqual(new Set())
  expect(problems).toEqual(problems.map(() => expect.objectContaining({ code: 'unavailable' })))
  expect(server.child.exitCode).toBeNull()
  expect(await server.end('SIGTERM')).toBe(0)
  await stopPostmaster(cluster)
  await removeFolder(folder)
})
