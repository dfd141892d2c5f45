import { randomUUID } from 'node:crypto'
import { TocsinClient } from '@tocsin/client'
import type { QueueEvents } from '@tocsin/client/offline'
import { MemoryStore } from '@tocsin/client/stores/memory'
import { expect, test } from 'vitest'
import { startTestServer } from '../../server/test/support/harness.ts'

const server = await startTestServer()

test('the offline queue changes an incident that it created, and parks a change that conflicts with a change by staff', async () => {
  const { key } = await server.newOrganization()
  const client = new TocsinClient({ baseUrl: `${server.url}/api/v1`, apiKey: key })
  const { id, version } = await client.incidents.create({ name: 'Spill' })
  const queue = await client.offline(new MemoryStore())
  await queue.refresh()
  const parked: QueueEvents['parked'][] = []
  queue.on('parked', (event) => parked.push(event))

  const clientRequestId = randomUUID()
  const receipt = await queue.create({ clientRequestId, name: 'Leak' })
  if (!receipt.isQueued) throw new Error('not queued')
  await queue.update(receipt, { priority: 'MAJOR' })
  await queue.update({ incidentId: id }, { name: 'Flood' }, { ifMatch: version })
  await queue.update({ incidentId: id }, { tags: ['wet'] }, { ifMatch: version })
  await client.incidents.update(id, { priority: 'CRITICAL' })
  expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 2, parked: 2 })
  expect(parked.map(({ problem }) => [problem.code, problem.currentVersion, problem.changedFields])).toEqual([
    ['incident_changed', 2, ['priority']],
    ['incident_changed', 2, ['priority']],
  ])

  for (const { entry, problem } of parked) await queue.retry(entry.id, undefined, { ifMatch: problem.currentVersion })
  expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 2, waiting: 0 })
  expect(await client.incidents.get(id)).toMatchObject({
    name: 'Flood',
    tags: ['wet'],
    priority: 'CRITICAL',
    version: 4,
  })
  const created = await client.incidents.list({ priority: 'MAJOR' }).all()
  expect(created).toMatchObject([{ clientRequestId, name: 'Leak' }])
})

test('the offline queue sends a change although a file was attached after the version in ifMatch', async () => {
  const { key } = await server.newOrganization()
  const client = new TocsinClient({ baseUrl: `${server.url}/api/v1`, apiKey: key })
  const { id, version } = await client.incidents.create({ name: 'Spill' })
  const queue = await client.offline(new MemoryStore())
  await queue.attach({ incidentId: id }, new Uint8Array([1, 2, 3]))
  await queue.flush()
  await queue.update({ incidentId: id }, { name: 'Flood' }, { ifMatch: version })
  expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 1, parked: 0 })
  expect(await client.incidents.get(id)).toMatchObject({ name: 'Flood', version: 3 })
})
