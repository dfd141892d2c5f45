import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/database/open.ts'
import { isProcessAlive } from '../../src/disk/is-process-alive.ts'
import { makeTemporaryFolder, removeFolder } from '../support/temporary-folder.ts'
import { cli } from '../support/tocsin-process.ts'
import { create, walk } from '../support/client.ts'
import { newKey } from '../support/new-key.ts'
import { startServer } from '../support/server-process.ts'
import { until } from '../support/until.ts'

test('`serve --workers` runs workers on one port, replaces a dead worker and ends all workers on SIGTERM', async () => {
  const dataFolder = await makeTemporaryFolder('workers')
  onTestFinished(() => removeFolder(dataFolder))
  const server = await startServer({ DATA_DIR: dataFolder }, '--workers', '2')
  onTestFinished(() => void server.child.kill('SIGTERM'))
  const entries = (message: string) => server.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === message)
  const pids = () => entries('ready').flatMap(({ pid, workers }) => (workers ? [] : [pid as number]))
  await until('both are ready', async () => new Set(pids()).size === 2)

  const key = await newKey(dataFolder)

  const clientRequestId = randomUUID()
  const burst = () => Promise.all(Array.from({ length: 32 }, () => create(server.url, key, { clientRequestId })))
  expect((await burst()).map(({ status }) => status)).toEqual(Array.from({ length: 32 }, () => 201))
  expect(await walk(server.url, key)).toHaveLength(1)

  process.kill(pids()[0]!, 'SIGKILL')
  await until('another one is ready', async () => new Set(pids()).size === 3)
  expect((await burst()).map(({ status }) => status)).toEqual(Array.from({ length: 32 }, () => 201))

  expect(await server.end('SIGTERM')).toBe(0)
  await until('no worker is left', async () => pids().every((pid) => !isProcessAlive(pid)))
})

test('`serve --workers` ends with an error that names the cause when the workers cannot reach the database', async () => {
  const unreachable = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  await expect(startServer(unreachable, '--workers', '2')).rejects.toThrow('The database cannot be reached')
})

test('`serve --workers` ends without restarting a worker when the port is taken', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void taken.close())
  await once(taken, 'listening')
  const dataFolder = await makeTemporaryFolder('workers')
  onTestFinished(() => removeFolder(dataFolder))
  const port = String((taken.address() as AddressInfo).port)
  const run = startServer({ DATA_DIR: dataFolder }, '--port', port, '--workers', '2')
  const { message } = await run.then(
    () => Promise.reject(new Error('it started')),
    (error: Error) => error,
  )
  expect(message).toContain('EADDRINUSE')
  expect(message).toContain('a worker ended')
  expect(message).not.toContain('starting another')
})

/** Makes a data folder and opens its database. The embedded PostgreSQL of the folder stops when the test ends. */
async function openDataFolder(): Promise<string> {
  const dataFolder = await makeTemporaryFolder('workers')
  const database = await openDatabase({ databaseUrl: undefined, dataFolder, log: () => undefined })
  onTestFinished(async () => {
    await database.close()
    await removeFolder(dataFolder)
  })
  return dataFolder
}

/** Code that makes the second worker exit as soon as it starts. */
const endSecond = `import cluster from 'node:cluster'; if (cluster.worker?.id === 2) process.exit(1)`

/** Code that makes the second worker exit with 1 on SIGTERM, like a worker that cannot stop in time. */
const failToStop = `
  import cluster from 'node:cluster'
  if (cluster.worker?.id === 2) process.once('SIGTERM', () => process.exit(1))`

test('`serve --workers` exits with 1 when a worker does not stop cleanly', async () => {
  const dataFolder = await openDataFolder()
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(failToStop)}`
  const server = await startServer({ DATA_DIR: dataFolder, NODE_OPTIONS }, '--workers', '2')
  await until('both are ready', async () => server.log.some((line) => line.includes('"workers":2')))
  expect(await server.end('SIGTERM')).toBe(1)
})

test('`serve --workers` exits with 1 when one of the workers ends before it is ready', async () => {
  const dataFolder = await openDataFolder()
  const child = spawn(process.execPath, [cli, 'serve', '--port', '0', '--workers', '2'], {
    env: {
      PATH: '/usr/bin:/bin',
      DATA_DIR: dataFolder,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(endSecond)}`,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGTERM'))
  const [log, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect(log).toContain('a worker ended before it was ready')
  expect(code).toBe(1)
})
