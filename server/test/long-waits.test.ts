import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { sql } from 'kysely'
import { defaultRetryPolicy } from '../../client/src/transport/retry.ts'
import { startTestServer } from './support/harness.ts'
import { listen } from './support/listen.ts'
import { makeTemporaryFolder, removeFolder } from './support/temporary-folder.ts'
import { cli } from './support/tocsin-process.ts'

const server = await startTestServer()
const folder = await makeTemporaryFolder('waits')
const file = join(folder, 'rows.csv')
await writeFile(file, 'name\nWater\n')
afterAll(() => removeFolder(folder))

/** Starts a command and waits until the command prints that it is waiting, or until the command ends. */
async function startWaiting(words: string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, [cli, ...words], {
    env: { PATH: '/usr/bin:/bin', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'close')
  let written = ''
  const waits = new Promise<void>((resolve) => {
    child.stderr.setEncoding('utf8').on('data', (piece: string) => {
      written += piece
      if (/waiting for/i.test(written)) resolve()
    })
  })
  await Promise.race([waits, ended])
  return {
    /** Waits until the command ends. Returns everything that the command has written to standard error. */
    async end() {
      await ended
      return written
    },
  }
}

const id = '01a1f9ed-92a9-73c7-8fa6-13a51d85a191'

/** Answers 401, which makes a waiting command end. */
function rejectKey(response: ServerResponse): void {
  const body = { code: 'unauthorized', title: 'No', status: 401, requestId: id, errors: [] }
  response.writeHead(401, { 'content-type': 'application/problem+json' }).end(JSON.stringify(body))
}

test.each([
  [['incidents', 'list']],
  [['incidents', 'watch']],
  [['incidents', 'create', '--name', 'Water']],
  [['incidents', 'import', file]],
  [['comments', 'list', '--incident', id]],
  [['events', 'follow']],
])('a command that waits for the server prints the host of the server, but not the API key: %j', async (words) => {
  const announced = Promise.withResolvers<void>()
  const silent = await listen(async (_, response) => {
    await announced.promise
    rejectKey(response)
  })
  onTestFinished(silent.close)
  const command = await startWaiting(words, { TOCSIN_URL: silent.url, TOCSIN_API_KEY: 'tocsin_secret' })
  announced.resolve()
  const written = await command.end()
  expect(written).toContain(`Waiting for a response from ${new URL(silent.url).host} …\n`)
  expect(written.match(/Waiting/g)).toHaveLength(1)
  expect(written).not.toContain('tocsin_secret')
})

test('`incidents watch` waits longer than other commands for a server that is unavailable at first', async () => {
  let count = 0
  const away = await listen((_, response) => {
    if (++count <= defaultRetryPolicy.attemptsMaximum) response.writeHead(503).end()
    else rejectKey(response)
  })
  onTestFinished(away.close)
  const command = await startWaiting(['incidents', 'watch'], { TOCSIN_URL: away.url, TOCSIN_API_KEY: 'tocsin_secret' })
  expect(await command.end()).toContain('was answered (401')
})

test('a command that waits for the server prints the status of its last failed attempt', async () => {
  let isAway = true
  const away = await listen((_, response) => (isAway ? response.writeHead(503).end() : rejectKey(response)))
  onTestFinished(away.close)
  const environment = { TOCSIN_URL: away.url, TOCSIN_API_KEY: 'tocsin_secret' }
  const command = await startWaiting(['incidents', 'import', file], environment)
  isAway = false
  expect(await command.end()).toContain(`Waiting for a response from ${new URL(away.url).host} (it answered 503) …\n`)
})

test.each([[['organizations', 'list']], [['organizations', 'create', 'X']], [['serve']], [['demo']]])(
  'a command that waits for the database prints the address of the database, but not the password: %j',
  async (words) => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => void sockets.push(socket.on('error', () => undefined)))
    await once(silent.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void silent.close())
    const { port } = silent.address() as AddressInfo
    const DATABASE_URL = `postgres://tocsin:secret@127.0.0.1:${port}/tocsin`
    const command = await startWaiting(words, { DATABASE_URL, DATA_DIR: folder, PORT: '0' })
    for (const socket of sockets) socket.destroy()
    const written = await command.end()
    expect(written).toMatch(new RegExp(`waiting for the database of DATABASE_URL \\(127\\.0\\.0\\.1:${port}`, 'i'))
    expect(written).not.toContain('secret')
  },
)

test('a command that waits for a lock in the database prints that it waits for the database', async () => {
  const DATABASE_URL = server.environment.DATABASE_URL!
  const command = await server.database.database.transaction().execute(async (transaction) => {
    await sql`lock table organizations in access exclusive mode`.execute(transaction)
    return startWaiting(['organizations', 'list'], { DATABASE_URL })
  })
  expect(await command.end()).toMatch(/^Waiting for the database of DATABASE_URL \(.*\) …\n$/)
})
