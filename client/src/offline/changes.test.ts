import { describe, expect, test, vi } from 'vitest'
import { offline, problem, type Received } from '../../test/support/fake-service.ts'
import { create, open, working } from '../../test/support/open-queue.ts'
import { VersionedIncident } from '../../test/support/versioned-incident.ts'
import { MemoryStore } from '../stores/memory.ts'
import type { QueueEntry } from './entry.ts'
import type { QueueEvents } from './events.ts'
import type { OfflineQueue } from './queue.ts'
import type { Queued } from './receipt.ts'

const once = { retry: { attemptsMaximum: 1 } }
const known = { incidentId: '0199a3c4-5d1e-7c52-9a0b-3f6f2a1c8e77' }

/** Store that a second queue can flush at once, like the store of a killed process, because nothing locks the store. */
class StoreOfKilledProcess extends MemoryStore {
  override async whileAlone<Result>(run: () => Promise<Result>): Promise<{ result: Result }> {
    return { result: await run() }
  }
}

/** Opens a queue with a service that has the incident `known` in the given version. */
async function openWith(version: number, store = new MemoryStore()) {
  const opened = await open(store)
  const incident = new VersionedIncident(version)
  opened.service.react = incident.react
  const parked: QueueEvents['parked'][] = []
  opened.queue.on('parked', (event) => parked.push(event))
  return { ...opened, incident, parked }
}

async function rename(queue: OfflineQueue, name: string, ifMatch?: number): Promise<Queued> {
  const queued = await queue.update(known, { name }, { ifMatch })
  if (!queued.isQueued) throw new Error(JSON.stringify(queued))
  return queued
}

const patchesIn = (received: Received[]) => received.filter(({ method }) => method === 'PATCH').map(({ body }) => body)
const statesIn = (entries: QueueEntry[]) => entries.map(({ state }) => state)

describe('a queued change', () => {
  test('a change of a queued incident is sent after the creation, with the id that the server gave to the incident', async () => {
    const { queue, received } = await openWith(1)
    const spill = await create(queue, { name: 'Spill' })
    await queue.update(spill, { priority: 'MAJOR' })
    await queue.update({ clientRequestId: spill.clientRequestId.toUpperCase() }, { tags: null, comment: 'Seen' })
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 3, waiting: 0 })
    expect(received.map(({ method, url }) => `${method} ${decodeURIComponent(url.pathname)}`)).toEqual([
      'POST /api/v1/incidents',
      `PATCH /api/v1/incidents/id of ${spill.id}`,
      `PATCH /api/v1/incidents/id of ${spill.id}`,
    ])
    expect(patchesIn(received)).toEqual([{ priority: 'MAJOR' }, { tags: null, comment: 'Seen' }])
  })

  test('the event `sent` has the changed incident, and a sent change leaves the queue', async () => {
    const { queue } = await openWith(3)
    const sent: QueueEvents['sent'][] = []
    queue.on('sent', (event) => sent.push(event))
    const { id } = await rename(queue, 'Leak', 3)
    await queue.flush()
    expect(sent).toMatchObject([{ entry: { id, kind: 'change' }, incident: { id: known.incidentId, version: 4 } }])
    expect(await queue.entries()).toEqual([])
  })

  test('a change with a malformed value is not queued, and its violations have the messages of the server', async () => {
    const { queue } = await openWith(1)
    const result = await queue.update(known, { name: 'x'.repeat(251), priority: null as never, comment: ' ' })
    expect(result).toEqual({
      isQueued: false,
      violations: [
        { pointer: '/name', code: 'too_long', message: 'name must be at most 250 characters long.' },
        { pointer: '/priority', code: 'wrong_type', message: 'priority must be string.' },
        { pointer: '/comment', code: 'invalid_format', message: 'comment must not be blank.' },
      ],
    })
    expect(await queue.entries()).toEqual([])
  })

  test('a change is queued only once under one idempotency key, and other content under this key is rejected', async () => {
    const { queue } = await openWith(1)
    const options = { idempotencyKey: '5f0f6c1e-3b0a-4d5e-9f57-2f1f6f3c9a10' }
    const first = await queue.update(known, { externalId: 'x' }, options)
    expect(await queue.update(known, { externalId: 'x' }, { ...options, ifMatch: 2 })).toEqual(first)
    const others = [
      () => queue.update(known, { externalId: 'y' }, options),
      () => queue.update({ incidentId: 'another' }, { externalId: 'x' }, options),
      () => queue.comment(known, { externalId: 'x' }, options),
    ]
    for (const other of others) await expect(other()).rejects.toMatchObject({ code: 'idempotency_key_reused' })
    expect(await queue.entries()).toHaveLength(1)
  })

  test('changes of a queued incident are dropped together with the creation, but parked if the store has lost the creation', async () => {
    const { queue, store } = await openWith(1)
    const spill = await create(queue, { name: 'Spill' })
    await queue.update(spill, { name: 'Leak' })
    await queue.drop(spill.id)
    expect(await queue.entries()).toEqual([])
    const lost = await create(queue, { name: 'Spill' })
    await queue.update(lost, { name: 'Leak' })
    await queue.update(lost, { name: 'Flood' })
    await store.remove(lost.id)
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 0, parked: 2, waiting: 0 })
  })
})

describe('the order of changes', () => {
  test('changes that are based on the same version do not conflict with each other', async () => {
    const { queue, incident } = await openWith(3)
    for (const name of ['a', 'b', 'c']) await rename(queue, name, 3)
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 3, parked: 0 })
    expect(incident.changes.map(({ patch, ifMatch }) => [patch.name, ifMatch])).toEqual([
      ['a', '"3"'],
      ['b', '"4"'],
      ['c', '"5"'],
    ])
  })

  test('changes based on one version do not conflict even if a change is queued during a flush that stops early, and a later process sends the rest', async () => {
    const { queue, service, incident, reopenAt } = await openWith(3)
    await rename(queue, 'a', 3)
    await rename(queue, 'b', 3)
    service.react = (request, signal) => {
      if (incident.changes.length > 0) return offline()
      void rename(queue, 'c', 3)
      return incident.react(request, signal)
    }
    expect(await queue.flush(once)).toMatchObject({ outcome: 'stopped', sent: 1, waiting: 2 })
    service.react = incident.react
    const later = await reopenAt('2026-03-02T12:00:00.000Z')
    expect(await later.flush()).toMatchObject({ outcome: 'finished', sent: 2, parked: 0 })
    expect(incident.changes.map(({ patch }) => patch.name)).toEqual(['a', 'b', 'c'])
  })

  test('changes based on one version do not conflict even if the process is killed while it sends the second change', async () => {
    const { queue, service, incident, reopenAt } = await openWith(3, new StoreOfKilledProcess())
    for (const name of ['a', 'b', 'c']) await rename(queue, name, 3)
    const { promise: killed, resolve: kill } = Promise.withResolvers<void>()
    service.react = (request, signal) => {
      if (incident.changes.length === 0) return incident.react(request, signal)
      kill()
      return new Promise(() => undefined)
    }
    void queue.flush(once)
    await killed
    service.react = incident.react
    const later = await reopenAt('2026-03-02T12:00:00.000Z')
    expect(await later.flush()).toMatchObject({ outcome: 'finished', sent: 2, parked: 0 })
    expect(incident.changes.map(({ patch, ifMatch }) => [patch.name, ifMatch])).toEqual([
      ['a', '"3"'],
      ['b', '"4"'],
      ['c', '"5"'],
    ])
  })

  test('if a process is killed before it removes a sent change, the next flush repeats the change with the same If-Match and detects later conflicts', async () => {
    const { queue, store, received, incident, reopenAt } = await openWith(3, new StoreOfKilledProcess())
    for (const name of ['a', 'b']) await rename(queue, name, 3)
    const { promise: killed, resolve: kill } = Promise.withResolvers<void>()
    vi.spyOn(store, 'remove').mockImplementationOnce(() => {
      kill()
      return new Promise(() => undefined)
    })
    void queue.flush(once)
    await killed
    incident.version++
    const later = await reopenAt('2026-03-02T12:00:00.000Z')
    expect(await later.flush()).toMatchObject({ outcome: 'finished', sent: 1, parked: 1 })
    expect(received.map(({ headers, body }) => [body, headers['if-match']])).toEqual([
      [{ name: 'a' }, '"3"'],
      [{ name: 'a' }, '"3"'],
      [{ name: 'b' }, '"4"'],
    ])
    expect(incident.changes.map(({ patch }) => patch.name)).toEqual(['a'])
  })

  test('changes based on one version do not conflict even if two tabs flush at the same time in a browser without locks', async () => {
    const { queue, service, incident, reopenAt } = await openWith(3, new StoreOfKilledProcess())
    await queue.comment(known, { message: 'Seen' })
    for (const name of ['a', 'b', 'c']) await rename(queue, name, 3)
    const secondTab = await reopenAt('2026-03-02T12:00:00.000Z')
    const bothHaveRead = Promise.withResolvers<void>()
    const firstSendsB = Promise.withResolvers<void>()
    let comments = 0
    service.react = async (request, signal) => {
      if (request.method !== 'PATCH') {
        if (++comments === 1) await bothHaveRead.promise
        else {
          bothHaveRead.resolve()
          await firstSendsB.promise
        }
      } else if (incident.changes.length === 1) {
        service.react = incident.react
        firstSendsB.resolve()
        // The first tab receives no response to "b", so that only the second tab sends "c".
        return new Promise(() => undefined)
      }
      return incident.react(request, signal)
    }
    void queue.flush(once)
    expect(await secondTab.flush()).toMatchObject({ outcome: 'finished', parked: 0 })
    expect(incident.changes.map(({ patch, ifMatch }) => [patch.name, ifMatch])).toEqual([
      ['a', '"3"'],
      ['b', '"4"'],
      ['c', '"5"'],
    ])
  })

  test('changes are not in conflict with a file that was attached after the version in ifMatch', async () => {
    const { queue, service, incident } = await openWith(3)
    await queue.attach(known, new Blob(['photo']))
    incident.changedFields = ['mediaIds']
    service.react = async (request, signal) => {
      if (!(request.body instanceof FormData)) return incident.react(request, signal)
      for (const name of ['a', 'b']) await rename(queue, name, 3)
      incident.version++
      return working(request, signal)
    }
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 3, parked: 0 })
    expect(incident.changes.map(({ patch, ifMatch }) => [patch.name, ifMatch])).toEqual([
      ['a', '"4"'],
      ['b', '"5"'],
    ])
  })

  test.each([
    ['a name', { name: 'a' }],
    ['only a comment', { comment: 'Seen' }],
  ])(
    'if somebody else changes the incident between a lost response to a patch of %s and its retry, the next change is in conflict',
    async (_, patch) => {
      const { queue, service, incident } = await openWith(3)
      await queue.update(known, patch, { ifMatch: 3 })
      await rename(queue, 'b', 3)
      service.react = async (request, signal) => {
        await incident.react(request, signal)
        return offline()
      }
      await queue.flush(once)
      incident.version++
      service.react = incident.react
      expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 1, parked: 1 })
      expect(incident.changes.map((change) => change.patch)).toEqual([patch])
    },
  )

  test('a change queued during a flush is not in conflict with a change that the flush sent, even if the flush is aborted', async () => {
    const { queue, service, incident } = await openWith(3)
    await rename(queue, 'a', 3)
    await queue.comment(known, { message: 'Seen' })
    service.react = async (request, signal) => {
      service.react = incident.react
      await rename(queue, 'b', 3)
      return incident.react(request, signal)
    }
    const controller = new AbortController()
    queue.on('sent', () => controller.abort(new Error('the view closes')))
    await expect(queue.flush({ signal: controller.signal })).rejects.toThrow('the view closes')
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 2, parked: 0 })
    expect(incident.changes.map(({ patch, ifMatch }) => [patch.name, ifMatch])).toEqual([
      ['a', '"3"'],
      ['b', '"4"'],
    ])
  })

  test('while a proxy rejects a change, later changes of the same incident wait, but changes of other incidents are sent', async () => {
    const { queue, service, incident, received } = await openWith(3)
    await rename(queue, 'a')
    await rename(queue, 'b')
    await queue.update({ incidentId: 'another' }, { name: 'other' })
    service.react = () => new Response('<h1>Forbidden</h1>', { status: 403 })
    await queue.flush(once)
    received.length = 0
    service.react = incident.react
    await queue.flush()
    expect(patchesIn(received)).toEqual([{ name: 'other' }, { name: 'a' }, { name: 'b' }])
  })

  test('if a creation is lost from the store and queued again, all changes of the incident are sent in order', async () => {
    const { queue, store, received } = await openWith(1)
    const spill = await create(queue, { name: 'Spill' })
    await queue.update(spill, { name: 'a' })
    await store.remove(spill.id)
    await create(queue, { clientRequestId: spill.id, name: 'Spill' })
    await queue.update(spill, { name: 'b' })
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 3 })
    expect(patchesIn(received)).toEqual([{ name: 'a' }, { name: 'b' }])
  })

  test('changes of one incident are sent in order even if the caller writes the incident id in different case', async () => {
    const { queue, incident } = await openWith(3)
    await rename(queue, 'a', 3)
    await queue.update({ incidentId: known.incidentId.toUpperCase() }, { name: 'b' }, { ifMatch: 3 })
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 2, parked: 0 })
    expect(incident.changes.map(({ patch }) => patch.name)).toEqual(['a', 'b'])
  })
})

describe('a conflict', () => {
  test('a change based on an older version is parked with all later changes of its incident, each with currentVersion and changedFields', async () => {
    const { queue, incident, parked } = await openWith(5)
    const [first, second] = [await rename(queue, 'a', 3), await rename(queue, 'b')]
    await queue.update({ incidentId: 'another' }, { name: 'other' })
    await queue.comment(known, { message: 'Seen' })
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 2, parked: 2, waiting: 0 })
    const conflict = { code: 'incident_changed', status: 412, currentVersion: 5, changedFields: ['priority'] }
    expect(parked).toMatchObject([
      { entry: { id: first.id }, problem: { ...conflict, requestId: 'r-1' } },
      { entry: { id: second.id }, problem: { ...conflict, requestId: '' } },
    ])
    expect(incident.changes.map(({ patch }) => patch.name)).toEqual(['other'])
  })

  test('a sent change raises the ifMatch even of later changes that are parked because of a conflict', async () => {
    const { queue, service, incident } = await openWith(3)
    for (const name of ['a', 'b', 'c']) await rename(queue, name, 3)
    service.react = async (request, signal) => {
      const response = await incident.react(request, signal)
      // Somebody else changes the incident after "a".
      if (incident.version === 4) incident.version = 5
      return response
    }
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 1, parked: 2 })
    expect(await queue.entries()).toMatchObject([
      { patch: { name: 'b' }, ifMatch: 4 },
      { patch: { name: 'c' }, ifMatch: 4 },
    ])
  })

  test('after a change was retried with a new version, a later change based on the old version is still in conflict', async () => {
    const { queue, service, incident, parked } = await openWith(3)
    const [, second] = [await rename(queue, 'a', 3), await rename(queue, 'b', 3)]
    service.react = async (request, signal) => {
      const response = await incident.react(request, signal)
      // Somebody else changes the incident after "a".
      if (incident.version === 4) incident.version = 5
      return response
    }
    await queue.flush()
    await queue.retry(second.id, undefined, { ifMatch: 5 })
    await rename(queue, 'c', 3)
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 1, parked: 1 })
    expect(parked.at(-1)).toMatchObject({ entry: { patch: { name: 'c' } }, problem: { code: 'incident_changed' } })
  })

  test('a flush writes at most two entries for each change that it sends, however many changes the incident has', async () => {
    const { queue, store } = await openWith(3)
    for (let number = 1; number <= 20; number++) await rename(queue, `Name ${number}`, 3)
    const replace = vi.spyOn(store, 'replace')
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 20, parked: 0 })
    expect(replace.mock.calls.length).toBeLessThanOrEqual(40)
  })

  test('flushes that stop after each change write at most four entries for each change, however many changes wait', async () => {
    const { queue, service, store, incident } = await openWith(3)
    for (let number = 1; number <= 20; number++) await rename(queue, `Name ${number}`, 3)
    const replace = vi.spyOn(store, 'replace')
    for (let sent = 0; sent < 20; sent++) {
      service.react = (request, signal) =>
        incident.changes.length > sent ? offline() : incident.react(request, signal)
      await queue.flush(once)
    }
    expect(incident.changes).toHaveLength(20)
    expect(replace.mock.calls.length).toBeLessThanOrEqual(80)
  })

  test('a change retried with a new version, although the server has stored it before, does not hide a later change by somebody else', async () => {
    const { queue, service, incident } = await openWith(3)
    const { id } = await rename(queue, 'a', 3)
    service.react = async (request, signal) => {
      await incident.react(request, signal)
      return offline()
    }
    await queue.flush(once)
    service.react = () => problem('insufficient_scope', 403)
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', parked: 1 })
    service.react = incident.react
    await queue.retry(id, undefined, { ifMatch: 4 })
    await rename(queue, 'b', 4)
    // Somebody else changes the incident.
    incident.version = 5
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 1, parked: 1 })
    expect(incident.changes.map(({ patch }) => patch.name)).toEqual(['a'])
  })

  test('after `retry` with the new version, parked changes are sent in their original order with their original idempotency keys', async () => {
    const { queue, incident } = await openWith(5)
    const changes = [await rename(queue, 'a', 3), await rename(queue, 'b', 3)]
    await queue.flush()
    for (const { id } of changes.toReversed()) await queue.retry(id, undefined, { ifMatch: 5 })
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 2, parked: 0 })
    expect(incident.changes).toEqual([
      { patch: { name: 'a' }, ifMatch: '"5"', key: changes[0]!.id },
      { patch: { name: 'b' }, ifMatch: '"6"', key: changes[1]!.id },
    ])
  })

  test('a retried change waits until the earlier parked change of its incident is dropped', async () => {
    const { queue, incident } = await openWith(5)
    const [first, second] = [await rename(queue, 'a', 3), await rename(queue, 'b', 3)]
    await queue.flush()
    await queue.retry(second.id, { name: 'c' }, { ifMatch: 5 })
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 0, waiting: 1 })
    await queue.drop(first.id)
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 1, waiting: 0 })
    expect(incident.changes).toMatchObject([{ patch: { name: 'c' }, ifMatch: '"5"' }])
  })

  test('a change in conflict can be dropped even after `retry`, because the conflict proves that the server did not store the change', async () => {
    const { queue } = await openWith(5)
    const { id } = await rename(queue, 'a', 3)
    await queue.flush()
    await queue.retry(id)
    await queue.drop(id)
    expect(await queue.entries()).toEqual([])
  })

  test('a change that is rejected without a conflict is parked alone, and later changes of its incident wait for its retry', async () => {
    const { queue, service, incident } = await openWith(3)
    const [first] = [await rename(queue, 'a', 3), await rename(queue, 'b', 3)]
    service.react = () => problem('transition_not_allowed', 400)
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 0, parked: 1, waiting: 1 })
    expect(statesIn(await queue.entries())).toEqual(['parked', 'waiting'])
    service.react = incident.react
    expect(await queue.flush()).toMatchObject({ sent: 0, waiting: 1 })
    await queue.retry(first!.id, { name: 'c' })
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 2, waiting: 0 })
    expect(incident.changes.map(({ patch }) => patch.name)).toEqual(['c', 'b'])
  })

  test('the new content of a parked change is checked before the retry', async () => {
    const { queue, service } = await openWith(3)
    const { id } = await rename(queue, 'a')
    service.react = () => problem('invalid_request', 400)
    await queue.flush()
    expect(await queue.retry(id, { stateId: 'open' })).toMatchObject({
      isQueued: false,
      violations: [{ pointer: '/stateId', code: 'invalid_format' }],
    })
    service.react = working
    expect(statesIn(await queue.entries())).toEqual(['parked'])
  })
})
