import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { makeLog } from '../src/http/operations/log.ts'
import { attachFile } from './support/attach-file.ts'
import { newIncident, startTestServer } from './support/harness.ts'
import { openStream } from './support/live-stream.ts'
import { countWaiting } from './support/lock-waits.ts'
import { until } from './support/until.ts'

interface Line {
  msg: string
  operation?: string
  [field: string]: unknown
}

const lines: Line[] = []
const log = makeLog('info', { write: (line) => void lines.push(JSON.parse(line) as Line) })
const server = await startTestServer({}, log)

beforeEach(() => void (lines.length = 0))

const linesOf = (operation: string) => lines.filter((line) => line.operation === operation)
const ended = (operation: string) => until(`${operation} has ended`, async () => linesOf(operation).length > 0)

/** Returns the number of requests of the operation whose status in the metrics is `status`. */
async function countOf(operation: string, status: number): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  const labels = `operation="${operation}",status="${status}"`
  const [, count = 0] = new RegExp(`^tocsin_http_requests_total\\{${labels}\\} (\\d+)$`, 'm').exec(text) ?? []
  return Number(count)
}

/** Sends a request without a body and does not read the response. */
function send(path: string, headers: Record<string, string> = {}, method = 'GET'): Socket {
  const { host, hostname, port } = new URL(server.url)
  const head = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const socket = connect(Number(port), hostname)
  socket.write(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n`)
  return socket
}

test('a request whose caller disconnects before the response is logged as abandoned, and counted once in the metrics', async () => {
  const { scope, key, call } = await server.newOrganization()
  await scope.transaction(async (inner) => {
    await sql`lock table incidents`.execute(inner.database)
    const socket = send('/api/v1/incidents?q=somebody', { 'x-api-key': key })
    await until('the request waits for the lock', async () => (await countWaiting(inner)) === 1)
    socket.destroy()
    await ended('list-incidents')
  })
  // Send the request again and read the response, so that one request is abandoned and one is answered.
  expect(await call('GET', '/incidents?q=somebody')).toMatchObject({ status: 200 })
  await until('the second request is logged', async () =>
    linesOf('list-incidents').some(({ msg }) => msg === 'answered'),
  )

  const { organizationId } = scope
  expect(linesOf('list-incidents')).toMatchObject([
    { level: 30, msg: 'abandoned', path: '/api/v1/incidents', status: 499, organizationId },
    { level: 30, msg: 'answered', path: '/api/v1/incidents', status: 200, organizationId },
  ])
  expect(linesOf('list-incidents')[0]!.durationMs).toBeGreaterThan(0)
  await expect
    .poll(async () => [await countOf('list-incidents', 499), await countOf('list-incidents', 200)])
    .toEqual([1, 1])
})

test('logs an aborted download as abandoned and counts it in the metrics', async () => {
  const { call, signIn } = await server.newOrganization()
  const staff = await signIn('member')
  const { id } = await newIncident(call)
  const recording = new File([new Uint8Array(20 * 1024 * 1024)], 'recording.bin')
  const { pathname, search } = await attachFile(staff.call, id, recording)

  const socket = send(pathname + search)
  socket.once('readable', () => socket.destroy())
  await ended('download-media')
  expect(linesOf('download-media')).toMatchObject([{ msg: 'abandoned', path: pathname, status: 499 }])
  await expect.poll(() => countOf('download-media', 499)).toBe(1)
})

test('neither logs nor counts a stream of live updates that a page of the console closes', async () => {
  const { cookie } = await (await server.newOrganization()).signIn('member')
  const streams = await Promise.all(Array.from({ length: 20 }, () => openStream(server.url, cookie)))
  streams[0]!.close()
  await until('there is room for another page', async () => {
    const stream = await openStream(server.url, cookie)
    streams.push(stream)
    return stream.response.status === 200
  })
  expect(linesOf('follow-events').filter(({ status }) => status !== 429)).toEqual([])
  expect([await countOf('follow-events', 499), await countOf('follow-events', 200)]).toEqual([0, 0])
  streams.forEach((stream) => stream.close())
})

test('logs and counts a request that is rejected because it has two Host headers', async () => {
  const before = await countOf('other', 400)
  const socket = send('/livez', { host: 'one', Host: 'another' })
  await until('the request is rejected', async () => lines.some(({ path }) => path === '/livez'))
  socket.destroy()
  expect(lines.filter(({ path }) => path === '/livez')).toMatchObject([{ msg: 'answered', status: 400 }])
  await expect.poll(() => countOf('other', 400)).toBe(before + 1)
})

test('does not execute a request whose caller disconnects while the request waits for a concurrency slot', async () => {
  const { scope, key, call } = await server.newOrganization()
  const { id } = await newIncident(call)
  let reads: Promise<unknown>
  await scope.transaction(async (inner) => {
    await sql`lock table incidents`.execute(inner.database)
    // An organization may have at most eight requests in progress. Eight reads wait for the locked table, so the
    // creation below has to wait for a slot.
    reads = Promise.all(Array.from({ length: 8 }, () => call('GET', `/incidents/${id}`)))
    await until('the reads wait for the lock', async () => (await countWaiting(inner)) === 8)
    const body = JSON.stringify({ clientRequestId: randomUUID(), name: 'Left before its slot' })
    const head = { 'x-api-key': key, 'content-type': 'application/json', 'content-length': String(body.length) }
    const socket = send('/api/v1/incidents', head, 'POST')
    socket.write(body, () => socket.destroy())
    await until('the abandoned request is logged', async () =>
      linesOf('create-incident').some(({ msg }) => msg === 'abandoned'),
    )
  })
  await reads!
  expect(await call('GET', '/incidents')).toMatchObject({ body: { meta: { count: 1 } } })
})
