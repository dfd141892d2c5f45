import { expect, test } from 'vitest'
import { offline } from '../../test/support/fake-service.ts'
import { create, open, working } from '../../test/support/open-queue.ts'
import { VersionedIncident } from '../../test/support/versioned-incident.ts'
import { MemoryStore } from '../stores/memory.ts'
import type { QueueEntry } from './entry.ts'

/** Store of a browser whose storage is full. Entries can be replaced again after a file has been removed. */
class FullStore extends MemoryStore {
  isFull = false

  override async replace(entry: QueueEntry): Promise<void> {
    if (this.isFull) throw new DOMException('', 'QuotaExceededError')
    await super.replace(entry)
  }

  override async remove(id: string): Promise<void> {
    if (await this.readFile(id)) this.isFull = false
    await super.remove(id)
  }
}

test('a flush in a full store sends all entries, and stores the results as soon as a sent file has made room', async () => {
  const store = new FullStore()
  const { queue } = await open(store)
  const spill = await create(queue, { name: 'Spill' })
  await queue.comment(spill, { message: 'Seen' })
  await queue.attach(spill, new Uint8Array([1]))
  store.isFull = true
  expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 3, parked: 0, waiting: 0 })
  expect(await queue.entries()).toMatchObject([{ id: spill.id, state: 'sent', incidentId: `id of ${spill.id}` }])
})

test('after a sent file has made room in a full store, a flush stores the earlier results before it sends the next file', async () => {
  const store = new FullStore()
  const { queue, service } = await open(store)
  const spill = await create(queue, { name: 'Spill' })
  await queue.attach(spill, new Uint8Array([1]))
  const second = await queue.attach(spill, new Uint8Array([2]))
  store.isFull = true
  let stored: QueueEntry[] = []
  service.react = async (request, signal) => {
    if (request.headers['idempotency-key'] !== second.id) return working(request, signal)
    stored = await queue.entries()
    return offline()
  }
  await queue.flush({ retry: { attemptsMaximum: 1 } })
  expect(stored).toMatchObject([{ id: spill.id, state: 'sent' }, { id: second.id }])
})

test('changes that are based on the same version do not conflict with each other in a full store', async () => {
  const store = new FullStore()
  const { queue, service } = await open(store)
  const incident = new VersionedIncident(3)
  service.react = incident.react
  const known = { incidentId: '0199a3c4-5d1e-7c52-9a0b-3f6f2a1c8e77' }
  for (const name of ['a', 'b']) await queue.update(known, { name }, { ifMatch: 3 })
  store.isFull = true
  expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 2, parked: 0 })
  expect(incident.changes.map(({ ifMatch }) => ifMatch)).toEqual(['"3"', '"4"'])
})

test('a flush that makes no room rejects with QuotaExceededError, and the next flush sends the creation again under the same key', async () => {
  const store = new FullStore()
  const { queue, received } = await open(store)
  const spill = await create(queue, { name: 'Spill' })
  store.isFull = true
  await expect(queue.flush()).rejects.toMatchObject({ name: 'QuotaExceededError' })
  expect(await queue.entries()).toMatchObject([{ id: spill.id, state: 'waiting' }])
  store.isFull = false
  expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 1 })
  expect(received.map(({ body }) => body)).toMatchObject([{ clientRequestId: spill.id }, { clientRequestId: spill.id }])
})

test('a flush in a full store returns the network error if there is no network', async () => {
  const store = new FullStore()
  const { queue, service } = await open(store)
  await create(queue, { name: 'Spill' })
  store.isFull = true
  service.react = offline
  expect(await queue.flush()).toMatchObject({ outcome: 'stopped', sent: 0, waiting: 1 })
})
