import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { BatchResult } from '@tocsin/contract/api/incident-batch.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { issueKey } from '../../src/identity/keys/issue.ts'
import { createOrganization } from '../../src/organizations/create.ts'
import { apiCallerOf } from '../support/caller.ts'
import { walkIncidents } from '../support/walk.ts'
import { startServer } from '../support/server-process.ts'
import { startTwoServers } from '../support/two-servers.ts'

const { servers, service, dataFolder } = await startTwoServers('batches')
const seed = Math.floor(Math.random() * 2 ** 31)

interface Item {
  create?: { clientRequestId: string; name: string }
  patch?: { id: string; idempotencyKey: string; body: object }
}

const creationOf = (): Item => ({ create: { clientRequestId: randomUUID(), name: 'Freezer above -15 °C' } })
const hundred = Array.from({ length: 100 }, (_, index) => index)

/** Makes a batch of 100 creations and 100 patches in a new organization. Each patch adds a comment. */
async function newBatch() {
  const scope = await createOrganization(service, 'Batches')
  const { key } = await issueKey(scope, { name: 'test', scopes: ['read', 'write'] })
  const call = apiCallerOf(servers[0].url, key)
  const send = async (items: Item[], { url } = servers[0]) => {
    const sender = apiCallerOf(url, key)
    const response = await sender<{ results: BatchResult[] }>('POST', '/incidents/batch', { body: { items } })
    expect(response.status).toBe(200)
    return response.body.results
  }
  const patched = (await send(hundred.map(creationOf))).map(({ incidentId }) => incidentId!)
  const patches = patched.map((id): Item => {
    return { patch: { id, idempotencyKey: randomUUID(), body: { priority: 'MAJOR', comment: 'Compressor failed.' } } }
  })
  const items = hundred.flatMap((index) => [creationOf(), patches[index]!])
  return { key, call, send, patched, items }
}

type Batch = Awaited<ReturnType<typeof newBatch>>

/** Checks that each item of a batch was carried out exactly once. */
async function expectOnce({ key, call, patched, items }: Batch) {
  const incidents = await walkIncidents(apiCallerOf(servers[1].url, key))
  const requestIds = incidents.map(({ clientRequestId }) => clientRequestId)
  const created = items.flatMap(({ create }) => (create ? [create.clientRequestId] : []))
  expect(requestIds).toHaveLength(200)
  expect(created.filter((id) => !requestIds.includes(id))).toEqual([])
  for (const id of patched) {
    const { body: incident } = await call<IncidentResponse>('GET', `/incidents/${id}`)
    const comments = await call<{ data: unknown[] }>('GET', `/comments/by-entity-type/incident?relatedEntityId=${id}`)
    expect([incident.version, incident.priority, comments.body.data.length]).toEqual([2, 'MAJOR', 1])
  }
}

/**
 * Sends a batch and closes the connection.
 * @param share part of the request that is sent, from 0 to 1.
 * @param delayMs time between the last byte sent and the end of the connection.
 * @returns the part of the response that arrived.
 */
async function cut(url: string, key: string, items: Item[], share: number, delayMs: number): Promise<string> {
  const body = JSON.stringify({ items })
  const head = ['POST /api/v1/incidents/batch HTTP/1.1', 'host: tocsin', `x-api-key: ${key}`]
  const framing = ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`, '', '']
  const bytes = Buffer.from([...head, ...framing].join('\r\n') + body)
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let received = ''
  socket.on('data', (piece) => (received += String(piece)))
  await new Promise((resolve) => void socket.write(bytes.subarray(0, Math.ceil(share * bytes.length)), resolve))
  await delay(delayMs)
  socket.destroy()
  await once(socket, 'close')
  return received
}

/** Returns the list with its first `by` items moved to its end. */
const rotated = (items: Item[], by: number): Item[] => [...items.slice(by), ...items.slice(0, by)]

test(`each item of a batch is carried out exactly once if its request is cut off at random points and repeated (seed ${seed})`, async () => {
  const batch = await newBatch()
  const points = fc.record({
    // Half of the requests are sent completely (share 1) and cut off while the server works on them. The others are cut
    // off while they are sent.
    share: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
    delayMs: fc.integer({ min: 0, max: 60 }),
    first: fc.nat({ max: 199 }),
    server: fc.constantFrom(...servers),
  })

  const responses: string[] = []
  for (const { share, delayMs, first, server } of fc.sample(points, { seed, numRuns: 200 })) {
    responses.push(await cut(server.url, batch.key, rotated(batch.items, first), share, share === 1 ? delayMs : 0))
  }
  const results = await batch.send(batch.items)

  expect(new Set(responses)).toEqual(new Set(['']))
  expect(results.map(({ status }) => status)).toEqual(batch.items.map(({ create }) => (create ? 201 : 200)))
  expect(results.filter(({ isReplay }) => isReplay).length).toBeGreaterThan(0)
  await expectOnce(batch)
})

test(`each item of a batch is carried out exactly once if its server is killed three times and the request is repeated (seed ${seed})`, async () => {
  const batch = await newBatch()
  const points = fc.record({ delayMs: fc.integer({ min: 20, max: 200 }), first: fc.nat({ max: 199 }) })

  const starts = hundred.slice(0, 3).map(() => startServer({ DATA_DIR: dataFolder }))
  const doomed = await Promise.all(starts)

  for (const [index, { delayMs, first }] of fc.sample(points, { seed, numRuns: doomed.length }).entries()) {
    const server = doomed[index]!
    const response = batch.send(rotated(batch.items, first), server).then(
      () => 'answered',
      () => 'cut off',
    )
    await delay(delayMs)
    expect(await server.end('SIGKILL')).toBe('SIGKILL')
    expect(await response).toBe('cut off')
  }
  await batch.send(batch.items)

  await expectOnce(batch)
})

test('two servers that receive the same batch in opposite orders carry out each item exactly once, without a deadlock', async () => {
  const batch = await newBatch()

  const [forwards, backwards] = await Promise.all([
    batch.send(batch.items, servers[0]),
    batch.send(batch.items.toReversed(), servers[1]),
  ])

  const pairs = forwards.map((result, index) => [result, backwards.toReversed()[index]!] as const)
  expect(
    pairs.filter(([one, other]) => one.incidentId !== other.incidentId || one.isReplay === other.isReplay),
  ).toEqual([])
  await expectOnce(batch)
  expect(servers.flatMap(({ log }) => log).filter((line) => line.includes('deadlock'))).toEqual([])
})
