import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { attachFile } from './support/attach-file.ts'
import { newIncident, startTestServer } from './support/harness.ts'
import { listen } from './support/listen.ts'
import { countWaiting } from './support/lock-waits.ts'
import { until } from './support/until.ts'

/** Size of the downloaded file in bytes. The file does not fit into the buffers of a connection. */
const sizeBytes = 20 * 1024 * 1024

const server = await startTestServer()

/** Sends lines over a new connection. Leaves the connection open, because the server has to close it. */
const send = (...lines: string[]): Socket => sendTo(server.url, ...lines)

function sendTo(url: string, ...lines: string[]): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(lines.join('\r\n'))
  return socket
}

const statusesIn = (received: string) => [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))

test('a connection is closed if the request headers do not end, earlier than with the default timeout of Node', async () => {
  const withDefaults = await listen((_, response) => response.end())
  const begun = ['GET /livez HTTP/1.1', 'host: tocsin']
  const closed = await Promise.race([
    text(send(...begun)).then(statusesIn),
    text(sendTo(withDefaults.url, ...begun)).then(() => 'the other server was first'),
  ])
  expect(closed).toEqual([])
  withDefaults.close()
})

test('if malformed bytes follow a request, the server answers the request and closes the connection', async () => {
  const { scope, key } = await server.newOrganization()
  let received: Promise<string>
  await scope.transaction(async (inner) => {
    await sql`lock table incidents`.execute(inner.database)
    const request = ['GET /api/v1/incidents HTTP/1.1', 'host: tocsin', `x-api-key: ${key}`, '', '']
    received = text(send(...request, 'no request', '', ''))
    await until('the request waits', async () => (await countWaiting(inner)) === 1)
  })
  expect(statusesIn(await received!)).toEqual([200])
  expect(await received!).toMatch(/\r\nconnection: close\r\n[^]*"meta":\{/i)
})

test.each([
  ['after the request', []],
  ['in its body', ['transfer-encoding: chunked']],
])('completes the begun response to a request even if malformed bytes arrive %s', async (_, headers) => {
  const { call, signIn } = await server.newOrganization()
  const staff = await signIn('member')
  const { id } = await newIncident(call)
  const recording = new File([new Uint8Array(sizeBytes)], 'recording.bin')
  const { pathname, search } = await attachFile(staff.call, id, recording)

  const socket = send(`GET ${pathname}${search} HTTP/1.1`, 'host: tocsin', 'connection: close', ...headers, '', '')
  socket.once('readable', () => socket.write('no request\r\n\r\n'))
  await once(socket, 'readable')
  const received = await text(socket)
  expect(statusesIn(received)).toEqual([200])
  expect(received.slice(received.indexOf('\r\n\r\n') + 4)).toBe('\0'.repeat(sizeBytes))
})

test('answers a malformed chunked body with the problem bad_request_line', async () => {
  const { key } = await server.newOrganization()
  const head = [
    'POST /api/v1/incidents HTTP/1.1',
    'host: tocsin',
    `x-api-key: ${key}`,
    'content-type: application/json',
  ]
  const received = await text(send(...head, 'transfer-encoding: chunked', '', 'no length', ''))
  expect(statusesIn(received)).toEqual([400])
  expect(received).toContain('"code":"bad_request_line"')
})
