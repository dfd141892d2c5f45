import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendLines } from '../support/raw-connection.ts'
import { makeTemporaryFolder, removeFolder } from '../support/temporary-folder.ts'
import { tocsinIn } from '../support/tocsin-process.ts'
import { startServer, type ServerProcess } from '../support/server-process.ts'

let folder: string
let server: ServerProcess
let key: string

beforeEach(async () => {
  folder = await makeTemporaryFolder('drain')
  const tocsin = tocsinIn({ DATA_DIR: folder })
  await tocsin(['organizations', 'create', 'Drain'])
  server = await startServer({ DATA_DIR: folder })
  key = (await tocsin(['keys', 'issue', '--name', 'Drain'])).stdout.trim()
})

afterEach(async () => {
  await server.end('SIGKILL')
  // A killed server leaves its PostgreSQL running. Run any command that uses this PostgreSQL, because the command stops
  // PostgreSQL when the command ends.
  await tocsinIn({ DATA_DIR: folder })(['migrate'])
  await removeFolder(folder)
})

async function open(): Promise<Socket> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  return socket
}

/**
 * Begins to send a request that creates an incident.
 * @returns the connection, and `rest`, the part of the body that is not sent yet.
 */
async function startCreation(): Promise<{ socket: Socket; rest: string }> {
  const body = JSON.stringify({ clientRequestId: randomUUID(), name: 'Reported while the server stops' })
  const socket = await open()
  const head = [
    'POST /api/v1/incidents HTTP/1.1',
    'host: 127.0.0.1',
    `x-api-key: ${key}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 20)}`)
  // Give the server time to read the first part of the request. A stopping server closes connections on which it has
  // read nothing.
  await delay(300)
  return { socket, rest: body.slice(20) }
}

test('after SIGTERM a server answers requests in progress, accepts no new requests and closes idle connections', async () => {
  const idle = await open()
  const { socket, rest } = await startCreation()
  const response = text(socket)
  const ended = server.end('SIGTERM')
  await once(idle, 'close')
  await expect(fetch(`${server.url}/livez`)).rejects.toThrow('fetch failed')

  await delay(500)
  const finishedAtMs = Date.now()
  socket.write(rest)
  expect(await response).toMatch(/^HTTP\/1\.1 201 Created/)
  expect(await ended).toBe(0)
  expect(Date.now() - finishedAtMs).toBeLessThan(5_000)
  // The server must have stopped its embedded PostgreSQL, so that this command can start it.
  await expect(tocsinIn({ DATA_DIR: folder })(['organizations', 'list'])).resolves.toMatchObject({ code: 0 })
  expect(server.log.at(-1)).toContain('stopped')
})

test('a second signal stops a server immediately, but two signals within a moment, as npm sends them, count as one', async () => {
  const { socket } = await startCreation()
  socket.on('error', () => undefined)
  server.child.kill('SIGINT')
  server.child.kill('SIGINT')
  await delay(1_000)
  expect(server.child.exitCode).toBeNull()
  expect(await server.end('SIGINT')).toBe(130)
})

test('for SHUTDOWN_DELAY_SECONDS after SIGTERM, /readyz answers 503, but the server still accepts new connections', async () => {
  const delayed = await startServer({ DATA_DIR: folder, SHUTDOWN_DELAY_SECONDS: '300' })
  delayed.child.kill('SIGTERM')
  await expect.poll(async () => (await fetch(`${delayed.url}/readyz`)).status).toBe(503)
  const socket = sendLines(delayed.url, 'GET /livez HTTP/1.1', 'host: tocsin', '', '')
  const [response] = (await once(socket, 'data')) as [Buffer]
  expect(String(response)).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  socket.destroy()
  expect(await delayed.end('SIGKILL')).toBe('SIGKILL')
})
