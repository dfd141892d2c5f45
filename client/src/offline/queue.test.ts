import { describe, expect, test, vi } from 'vitest'
import {
  fakeService,
  json,
  never,
  offline,
  problem,
  type Reaction,
  type Received,
} from '../../test/support/fake-service.ts'
import { configuration, create, madeAt, open, working, workingWith } from '../../test/support/open-queue.ts'
import { collectThrown } from '../../test/support/thrown-separately.ts'
import { TocsinClient } from '../client.ts'
import { MemoryStore } from '../stores/memory.ts'
import { OfflineQueue } from './queue.ts'
import type { NewIncident } from '../resources/incidents.ts'
import type { CreationEntry, IncidentReference, QueueEntry } from './entry.ts'
import type { FlushResult } from './flush.ts'
import type { Queued } from './receipt.ts'

const otherTime = '2026-02-01T12:00:00.000Z'

const forbidden: Reaction = () => new Response('<h1>Forbidden</h1>', { status: 403 })
const forbiddenTo = ({ id }: Queued) => ({ outcome: 'stopped', error: { status: 403, idempotencyKey: id } })

const secondRefused = (code: string) => [{ status: 'fulfilled' }, { status: 'rejected', reason: { code } }]

const nameOfFile = ({ body }: Received) => body instanceof FormData && (body.get('file') as File).name
const isFor = (name: string) => (received: Received) => (received.body as { name?: string }).name === name
const messages = (received: Received[]) =>
  received.map(({ body }) =>
    body instanceof FormData ? 'file' : ((body as { message?: string }).message ?? (body as { name: string }).name),
  )

/** Queues one more entry and flushes when the store is next read, too late for that read. */
function joinWhenLooked(queue: OfflineQueue, store: MemoryStore): Promise<FlushResult>[] {
  const look = store.list.bind(store)
  const joined: Promise<FlushResult>[] = []
  vi.spyOn(store, 'list').mockImplementationOnce(async () => {
    const found = await look()
    await create(queue, { name: 'late' })
    joined.push(queue.flush())
    return found
  })
  return joined
}

describe('queueing', () => {
  test('needs a configuration', async () => {
    const client = new TocsinClient({ baseUrl: 'https://example.com/api/v1', apiKey: 'k', fetch: offline })
    const queue = await client.offline(new MemoryStore())
    expect(queue.cached).toBeUndefined()
    await expect(queue.create({ name: 'Spill' })).rejects.toMatchObject({ code: 'not_prepared' })
  })

  test('sends nothing, tells what breaks a rule, and keeps nothing of that', async () => {
    const { queue, received } = await open()
    const receipt = await create(queue, { name: 'Spill', tags: ['wet'] })
    expect(receipt).toMatchObject({ configVersion: 4, values: { name: 'Spill', tags: ['wet'], priority: 'NORMAL' } })
    expect(await queue.create({ tags: ['wet', 'wet'] })).toMatchObject({
      isQueued: false,
      violations: [
        { pointer: '/tags/1', code: 'not_unique' },
        { pointer: '/name', code: 'required' },
      ],
    })
    expect(await queue.comment(receipt, { message: 'x'.repeat(251) })).toMatchObject({
      isQueued: false,
      violations: [{ pointer: '/message', code: 'too_long' }],
    })
    expect(await queue.entries()).toHaveLength(1)
    expect(received).toEqual([])
  })

  test('refuses what refers to an archived location', async () => {
    const { queue, service } = await open()
    const harbour = { id: '0199a3c4-5d1e-7c52-9a0b-3f6f2a1c8e77', name: 'Harbour', archived: true }
    service.react = (request, signal) =>
      request.url.pathname.endsWith('/locations')
        ? json({ data: [harbour], meta: { nextCursor: null } })
        : working(request, signal)
    await queue.refresh()
    expect(await queue.create({ name: 'Spill', locationId: harbour.id })).toMatchObject({
      isQueued: false,
      violations: [{ pointer: '/locationId', code: 'location_archived' }],
    })
  })

  test.each([
    ['may be sent', { rule: 'optional' }, madeAt, madeAt],
    ['may be sent, and is now unless it is', { rule: 'optional', default: 'now' }, madeAt, madeAt],
    ['may not be sent, and has a default', { rule: 'readOnly', default: otherTime }, undefined, otherTime],
    ['may not be sent', { rule: 'hidden' }, undefined, null],
    ['may not be sent, and is now', { rule: 'readOnly', default: 'now' }, undefined, null],
  ] as const)('promises no other time than will be stored, where one %s', async (_, occurredAt, sent, promised) => {
    const { queue, service, received } = await open()
    const profiles = [{ id: 'p', name: 'Standard', fields: { occurredAt } }]
    service.react = workingWith({ ...configuration, revision: 5, profiles })
    await queue.refresh()
    expect((await create(queue, { name: 'Spill' })).values.occurredAt).toBe(promised)
    received.length = 0
    await queue.flush()
    expect(received.map(({ body }) => (body as NewIncident).occurredAt)).toEqual([sent])
  })

  test('the same creation twice is one, another one under its key is refused', async () => {
    const { queue } = await open()
    const clientRequestId = '5F0F6C1E-3B0A-4D5E-9F57-2F1F6F3C9A10'
    const first = await create(queue, { clientRequestId, name: 'Spill' })
    expect(await queue.create({ clientRequestId, name: 'Spill' })).toEqual(first)
    await expect(queue.create({ clientRequestId, name: 'Leak' })).rejects.toMatchObject({
      code: 'client_request_id_reused',
    })
    expect(await queue.entries()).toHaveLength(1)
    const { id } = (await queue.comment(first, { message: 'Seen' })) as Queued
    await expect(queue.create({ clientRequestId: id, name: 'Spill' })).rejects.toThrow('a different creation')
  })

  test('the same creation twice is one where the form has no time, too', async () => {
    const { queue, service } = await open()
    const profiles = [{ id: 'p', name: 'Standard', fields: { occurredAt: { rule: 'hidden' } as const } }]
    service.react = workingWith({ ...configuration, revision: 5, profiles })
    await queue.refresh()
    const first = await create(queue, { name: 'Spill' })
    expect(await queue.create({ clientRequestId: first.clientRequestId, name: 'Spill' })).toEqual(first)
  })

  test('the same creation after a restart, a refresh and a while is the one that is held, whatever the new rules say', async () => {
    const { queue, service, reopenAt } = await open()
    const clientRequestId = '5f0f6c1e-3b0a-4d5e-9f57-2f1f6f3c9a10'
    const first = await create(queue, { clientRequestId, name: 'Spill' })
    const fields = { name: { rule: 'hidden' }, priority: { rule: 'optional', default: 'MAJOR' } } as const
    service.react = workingWith({ ...configuration, revision: 5, profiles: [{ id: 'p', name: 'Standard', fields }] })
    const later = await reopenAt('2026-03-05T12:00:00.000Z')
    expect(later.cached).toEqual({ ...queue.cached, configuration, fetchedAt: madeAt })
    await later.refresh()
    expect(await later.create({ name: 'Spill' })).toMatchObject({ isQueued: false })
    expect(await later.create({ clientRequestId, name: 'Spill' })).toEqual(first)
    await expect(later.create({ clientRequestId, name: 'Leak' })).rejects.toThrow('a different creation')
    expect(await later.entries()).toHaveLength(1)
  })

  test('the same creation in another order and spelling is one, with a member more or less it is another', async () => {
    const { queue } = await open()
    const clientRequestId = '5f0f6c1e-3b0a-4d5e-9f57-2f1f6f3c9a10'
    const spill = { name: 'Spill', tags: ['wet', 'oily'], occurredAt: '2026-02-26T14:05:00Z' }
    const first = await create(queue, { clientRequestId, ...spill })
    const otherwise = {
      tags: spill.tags,
      occurredAt: '2026-02-26T15:05:00.000+01:00',
      name: 'Spill',
      externalId: undefined,
    }
    expect(await queue.create({ ...otherwise, clientRequestId: clientRequestId.toUpperCase() })).toEqual(first)
    const { occurredAt: _, ...timeless } = spill
    for (const other of [timeless, { ...spill, priority: 'NORMAL' } as const, { ...spill, tags: ['oily', 'wet'] }]) {
      await expect(queue.create({ clientRequestId, ...other })).rejects.toThrow('a different creation')
    }
  })

  test('takes what it is given as it is then, whatever becomes of it before it is stored', async () => {
    const { queue, store } = await open()
    const known = { incidentId: 'known' }
    const [incident, comment, bytes] = [{ name: 'Spill' }, { message: 'Seen' }, new Uint8Array([1])]
    const queueing = [queue.create(incident), queue.comment(known, comment), queue.attach(known, bytes)] as const
    incident.name = comment.message = ''
    bytes[0] = 0
    const [, , file] = await Promise.all(queueing)
    const entries = await queue.entries()
    expect(entries).toContainEqual(expect.objectContaining({ body: expect.objectContaining({ name: 'Spill' }) }))
    expect(entries).toContainEqual(expect.objectContaining({ comment: { message: 'Seen' } }))
    expect(await store.readFile(file.id)).toEqual(new Uint8Array([1]))
  })

  test('two creations at once under one key are not both taken when they differ', async () => {
    const { queue } = await open()
    const clientRequestId = '5f0f6c1e-3b0a-4d5e-9f57-2f1f6f3c9a10'
    const creating = ['Spill', 'Spill', 'Leak'].map((name) => queue.create({ clientRequestId, name }))
    const [first, second, third] = await Promise.allSettled(creating)
    expect(first).toMatchObject({ status: 'fulfilled' })
    expect(second).toEqual(first)
    expect(third).toMatchObject({ status: 'rejected', reason: { code: 'client_request_id_reused' } })
    expect(await queue.entries()).toMatchObject([{ body: { name: 'Spill' } }])
    expect(await queue.create({ name: 'Leak' })).toMatchObject({ isQueued: true })
  })

  test('stores one entry when two processes queue it under one key, and rejects another body under that key', async () => {
    const { queue, store } = await open()
    const { queue: other } = await open(store)
    const [key, keyOfComment, keyOfFile] = [0, 1, 2].map((digit) => `5f0f6c1e-3b0a-4d5e-9f57-2f1f6f3c9a1${digit}`)
    const queued = vi.fn<(entry: QueueEntry) => void>()
    for (const each of [queue, other]) each.on('queued', queued)
    const atOnce = (act: (each: OfflineQueue, index: number) => Promise<unknown>) =>
      Promise.allSettled([queue, other].map(act))

    const same = await atOnce((each) => each.create({ clientRequestId: key, name: 'Spill' }))
    expect(same).toEqual([{ status: 'fulfilled', value: expect.objectContaining({ id: key }) }, same[0]])
    expect(queued).toHaveBeenCalledTimes(1)
    const incident = { incidentId: 'known' }
    expect(
      await atOnce((each, index) => each.create({ clientRequestId: keyOfComment, name: `${index}` })),
    ).toMatchObject(secondRefused('client_request_id_reused'))
    await queue.drop(keyOfComment!)
    const options = { idempotencyKey: keyOfComment }
    expect(await atOnce((each, index) => each.comment(incident, { message: `${index}` }, options))).toMatchObject(
      secondRefused('idempotency_key_reused'),
    )
    const file = (index: number) => ({ idempotencyKey: keyOfFile, fileName: `${index}.jpg` })
    expect(await atOnce((each, index) => each.attach(incident, new Blob([`${index}`]), file(index)))).toMatchObject(
      secondRefused('idempotency_key_reused'),
    )
    expect(await queue.entries()).toMatchObject([
      { id: key, body: { name: 'Spill' } },
      { comment: { message: '0' } },
      { fileName: '0.jpg' },
    ])
    expect(queued).toHaveBeenCalledTimes(4)
  })

  test('a comment or a file twice under a key is one, also when its incident was created since', async () => {
    const { queue, service, received } = await open()
    const spill = await create(queue, { name: 'Spill' })
    const keys = ['5f0f6c1e-3b0a-4d5e-9f57-2f1f6f3c9a10', '5f0f6c1e-3b0a-4d5e-9f57-2f1f6f3c9a11'] as const
    const twice = async () => {
      const [externalId, message, fileName] = ['log-1', 'Seen', 'photo.jpg']
      return Promise.all([
        queue.comment(spill, { message, externalId }, { idempotencyKey: keys[0] }),
        queue.attach(spill, new Blob(['photo']), { fileName, idempotencyKey: keys[1] }),
        queue.comment(spill, { externalId, message }, { idempotencyKey: keys[0].toUpperCase() }),
        queue.attach(spill, new Blob(['photo']), { fileName, idempotencyKey: keys[1].toUpperCase() }),
      ])
    }
    const [comment, file] = [0, 1].map((index) => ({ isQueued: true, id: keys[index] }))
    expect(await twice()).toEqual([comment, file, comment, file])
    service.react = (request, signal) => (isFor('Spill')(request) ? working(request, signal) : offline())
    await queue.flush()
    expect(await twice()).toEqual([comment, file, comment, file])
    service.react = working
    received.length = 0
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 2 })
    expect(received.map(({ headers }) => headers['idempotency-key'])).toEqual(keys)
  })

  test('something else under a key that the queue has is refused, and what is no key', async () => {
    const { queue } = await open()
    const spill = await create(queue, { name: 'Spill' })
    const [key, other] = ['5f0f6c1e-3b0a-4d5e-9f57-2f1f6f3c9a10', '5f0f6c1e-3b0a-4d5e-9f57-2f1f6f3c9a11']
    await queue.comment(spill, { message: 'Seen' }, { idempotencyKey: key })
    await queue.attach(spill, new Blob(['photo']), { fileName: 'photo.jpg', idempotencyKey: other })
    const refused = [
      () => queue.comment(spill, { message: 'Gone' }, { idempotencyKey: key }),
      () => queue.comment({ incidentId: 'known' }, { message: 'Seen' }, { idempotencyKey: key }),
      () => queue.comment(spill, { message: 'Seen' }, { idempotencyKey: spill.id }),
      () => queue.attach(spill, new Blob(['photo']), { idempotencyKey: other }),
      () => queue.attach(spill, new Blob(['']), { fileName: 'photo.jpg', idempotencyKey: other }),
    ]
    for (const queueing of refused) await expect(queueing()).rejects.toMatchObject({ code: 'idempotency_key_reused' })
    const idempotencyKey = '../../log-1'
    await expect(queue.comment(spill, {}, { idempotencyKey })).rejects.toThrow('it must be a UUID')
    await expect(queue.attach(spill, new Blob([]), { idempotencyKey })).rejects.toThrow(TypeError)
    expect(await queue.entries()).toHaveLength(3)
  })

  test('knows no incident that was never queued', async () => {
    const { queue } = await open()
    const nothing = [{ clientRequestId: 'x' }, { incidentId: '' }, { isQueued: false } as unknown as IncidentReference]
    const { id } = (await queue.comment({ incidentId: 'known' }, {})) as Queued
    for (const reference of [...nothing, { clientRequestId: id }]) {
      await expect(queue.comment(reference, {})).rejects.toMatchObject({ code: 'unknown_incident' })
    }
  })

  test('knows an incident by its clientRequestId in any spelling', async () => {
    const { queue } = await open()
    const spill = await create(queue, { clientRequestId: '5f0f6c1e-3b0a-4d5e-9f57-2f1f6f3c9a10', name: 'Spill' })
    const spelled = { clientRequestId: spill.clientRequestId.toUpperCase() }
    expect(await queue.comment(spelled, { message: 'Seen' })).toMatchObject({ isQueued: true })
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 2 })
  })

  test('takes no longer in a long queue: it is not looked through', async () => {
    const { queue, store } = await open()
    const list = vi.spyOn(store, 'list')
    const read = vi.spyOn(store, 'read')
    await create(queue, { name: 'Leak' })
    expect(read).not.toHaveBeenCalled()
    const spill = await create(queue, { clientRequestId: '5f0f6c1e-3b0a-4d5e-9f57-2f1f6f3c9a10', name: 'Spill' })
    await queue.comment(spill, { message: 'follows' })
    await queue.attach(spill, new Blob(['photo']))
    expect(list).not.toHaveBeenCalled()
    expect(await queue.entries()).toHaveLength(4)
  })
})

describe('flushing', () => {
  test('sends in order, comments and files with the id that their incident got', async () => {
    const { queue, received } = await open()
    const spill = await create(queue, { name: 'Spill' })
    await queue.comment({ incidentId: 'known' }, { message: 'on an old one' })
    await queue.comment(spill, { message: 'on the spill' })
    await queue.attach(spill, new Blob(['photo']), { fileName: 'photo.jpg' })
    expect(await queue.flush()).toEqual({ outcome: 'finished', sent: 4, parked: 0, waiting: 0 })
    expect(messages(received)).toEqual(['Spill', 'on an old one', 'on the spill', 'file'])
    expect(received[2]!.body).toMatchObject({ relatedEntityId: `id of ${spill.clientRequestId}` })
    expect(decodeURIComponent(received[3]!.url.pathname)).toContain(`/incidents/id of ${spill.clientRequestId}/media`)
  })

  test('stops where the network fails, and goes on there with the same keys', async () => {
    const { queue, service, received } = await open()
    for (const name of ['one', 'two', 'three']) await create(queue, { name })
    service.react = (request, signal) => (isFor('two')(request) ? offline() : working(request, signal))
    expect(await queue.flush()).toMatchObject({
      outcome: 'stopped',
      sent: 1,
      waiting: 2,
      error: { name: 'TocsinNetworkError' },
    })
    const tried = received.filter(isFor('two')).map(({ body }) => body)
    service.react = working
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 2, waiting: 0 })
    expect(
      new Set([...tried, ...received.filter(isFor('two')).map(({ body }) => body)].map((body) => JSON.stringify(body)))
        .size,
    ).toBe(1)
    expect(messages(received).at(-1)).toBe('three')
  })

  test.each([
    ['the server asks to wait', () => problem('unavailable', 503, { 'retry-after': '90' }), { retryAfterMs: 90_000 }],
    ['the key is not accepted', () => problem('unauthorized', 401), {}],
    ['there are too many requests', () => problem('rate_limited', 429), {}],
    ['the address is not that of the API', () => problem('route_not_found', 404), {}],
    ['the address lacks the method', () => problem('method_not_allowed', 405), {}],
  ] as [string, Reaction, object][])('parks nothing when %s', async (_, reaction, result) => {
    const { queue, service } = await open()
    await create(queue, { name: 'one' })
    service.react = reaction
    expect(await queue.flush()).toMatchObject({ outcome: 'stopped', parked: 0, waiting: 1, ...result })
    expect((await queue.entries())[0]!.state).toBe('waiting')
  })

  test('a store that is away holds back only files', async () => {
    const { queue, service, received } = await open()
    const first = await create(queue, { name: 'A' })
    await queue.attach(first, new Blob(['photo']), { fileName: 'photo.jpg' })
    await queue.attach({ incidentId: 'known' }, new Blob(['another']), { fileName: 'another.jpg' })
    await queue.comment(first, { message: 'on A' })
    for (const name of ['B', 'C']) await create(queue, { name })
    service.react = (request, signal) =>
      request.body instanceof FormData ? problem('unavailable', 503, { 'retry-after': '30' }) : working(request, signal)
    expect(await queue.flush()).toMatchObject({
      outcome: 'stopped',
      sent: 4,
      parked: 0,
      waiting: 2,
      error: { code: 'unavailable' },
      retryAfterMs: 30_000,
    })
    expect(messages(received).slice(0, 5)).toEqual(['A', 'on A', 'B', 'C', 'file'])
    const uploads = () => received.slice(4).map(({ headers }) => headers['idempotency-key'])
    const [photo, another] = (await queue.entries()).filter(({ kind }) => kind === 'file')
    expect(photo!.failures).toBeUndefined()
    expect(new Set(uploads())).toEqual(new Set([photo!.id]))
    service.react = working
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 2, waiting: 0 })
    expect(uploads().slice(-2)).toEqual([photo!.id, another!.id])
  })

  test('a file that takes too long is sent behind the others from then on', async () => {
    const { queue, service, received } = await open()
    for (const name of ['long', 'short'])
      await queue.attach({ incidentId: 'known' }, new Blob([name]), { fileName: name })
    service.react = never
    const impatient = { timeouts: { attemptMs: 1 }, retry: { attemptsMaximum: 1 } }
    expect(await queue.flush(impatient)).toMatchObject({ outcome: 'stopped', error: { name: 'TocsinTimeoutError' } })
    service.react = working
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 2 })
    expect(received.map(nameOfFile)).toEqual(['long', 'short', 'long'])
  })

  test.each([
    ['is cut', offline],
    ['is answered by a gateway', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ] as [string, Reaction][])('a file whose connection %s each time holds up the others once', async (_, cut) => {
    const { queue, service } = await open()
    for (const name of ['bad', 'good', 'fine'])
      await queue.attach({ incidentId: 'known' }, new Blob([name]), { fileName: name })
    service.react = (request, signal) => (nameOfFile(request) === 'bad' ? cut : working)(request, signal)
    expect(await queue.flush()).toMatchObject({ outcome: 'stopped', sent: 0, waiting: 3 })
    expect(await queue.flush()).toMatchObject({ outcome: 'stopped', sent: 2, parked: 0, waiting: 1 })
  })

  test('without a network, each flush tries one file, and all are sent as soon as there is one', async () => {
    const { queue, service, received } = await open()
    const names = ['one', 'two', 'three']
    for (const name of names) await queue.attach({ incidentId: 'known' }, new Blob([name]), { fileName: name })
    service.react = offline
    for (const name of [...names, ...names]) {
      received.length = 0
      expect(await queue.flush()).toMatchObject({ outcome: 'stopped', parked: 0, waiting: 3 })
      expect(new Set(received.map(nameOfFile))).toEqual(new Set([name]))
    }
    service.react = working
    received.length = 0
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 3 })
    expect(received.map(nameOfFile)).toEqual(names)
  })

  test('a file that could not be sent for long waits only once for a new one that cannot be sent', async () => {
    const { queue, service } = await open()
    await queue.attach({ incidentId: 'known' }, new Blob(['good']), { fileName: 'good' })
    service.react = offline
    for (let round = 0; round < 5; round++) await queue.flush()
    await queue.attach({ incidentId: 'known' }, new Blob(['bad']), { fileName: 'bad' })
    service.react = (request, signal) => (nameOfFile(request) === 'bad' ? offline() : working(request, signal))
    expect(await queue.flush()).toMatchObject({ outcome: 'stopped', sent: 0, waiting: 2 })
    expect(await queue.flush()).toMatchObject({ outcome: 'stopped', sent: 1, waiting: 1 })
  })

  test('sends what is queued while a file fails', async () => {
    const { queue, service, received } = await open()
    for (const content of ['photo', 'another']) await queue.attach({ incidentId: 'known' }, new Blob([content]))
    service.react = async (request, signal) => {
      if (!(request.body instanceof FormData)) return working(request, signal)
      if (received.length === 1) await create(queue, { name: 'meanwhile' })
      return problem('unavailable', 503)
    }
    expect(await queue.flush()).toMatchObject({ outcome: 'stopped', sent: 1, waiting: 2 })
    expect(messages(received).at(-1)).toBe('meanwhile')
    expect(new Set(received.slice(0, -1).map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })

  test('parks what is refused with its problem, lets what belongs to it wait, and sends the rest', async () => {
    const { queue, service, received } = await open()
    const bad = await create(queue, { name: 'bad' })
    await queue.comment(bad, { message: 'follows' })
    await create(queue, { name: 'good' })
    service.react = (request, signal) =>
      isFor('bad')(request) ? problem('invalid_incident', 400) : working(request, signal)
    const parked: string[] = []
    queue.on('parked', ({ problem: { code } }) => parked.push(code))
    expect(await queue.flush()).toEqual({ outcome: 'finished', sent: 1, parked: 1, waiting: 1 })
    expect(parked).toEqual(['invalid_incident'])
    expect((await queue.entries()).map(({ state }) => state)).toEqual(['parked', 'waiting', 'sent'])

    service.react = working
    expect(await queue.retry(bad.id, { name: '' })).toMatchObject({ isQueued: false })
    expect(await queue.retry(bad.id, { name: 'better' })).toMatchObject({ isQueued: true })
    expect(await queue.flush()).toEqual({ outcome: 'finished', sent: 2, parked: 0, waiting: 0 })
    expect(messages(received).slice(-2)).toEqual(['better', 'follows'])
    expect(received.at(-2)!.body).toMatchObject({ clientRequestId: bad.clientRequestId, configVersion: 4 })
  })

  test('sends what was corrected in the place of what was refused, as made at the same time', async () => {
    const { queue, service, received, reopenAt } = await open()
    const { id } = await create(queue, { name: 'bad', tags: ['wet'] })
    const comment = (await queue.comment({ incidentId: 'known' }, { message: 'bad', externalId: 'x' })) as Queued
    const file = await queue.attach({ incidentId: 'known' }, new Blob(['photo']))
    service.react = () => problem('invalid_request', 400)
    await queue.flush()
    const later = await reopenAt('2026-03-05T12:00:00Z')
    expect(await later.retry(comment.id, { message: 'x'.repeat(251) })).toMatchObject({ isQueued: false })
    await expect(later.retry(file.id, {})).rejects.toMatchObject({ code: 'not_editable' })
    await later.retry(id, { name: 'better' })
    await later.retry(comment.id, { message: 'better' })
    expect((await later.entries())[0]).toMatchObject({ values: { name: 'better', tags: [], occurredAt: madeAt } })
    received.length = 0
    service.react = working
    await later.flush()
    expect(received.map(({ body }) => body)).toEqual([
      { clientRequestId: id, configVersion: 4, name: 'better', occurredAt: madeAt },
      { relatedEntityId: 'known', message: 'better' },
    ])
  })

  test.each([
    ['may not be sent any more', { rule: 'readOnly' }, undefined, null],
    ['may not be sent any more, and has a default', { rule: 'hidden', default: otherTime }, undefined, otherTime],
    ['must be sent from now on', { rule: 'required' }, madeAt, madeAt],
  ] as const)('sends again what was refused, where a time %s', async (_, occurredAt, sent, promised) => {
    const { queue, service, received } = await open()
    const { id } = await create(queue, { name: 'Spill' })
    service.react = () => problem('configuration_revision_too_old', 400)
    await queue.flush()
    const profiles = [{ id: 'p', name: 'Standard', fields: { occurredAt } }]
    service.react = workingWith({ ...configuration, revision: 5, profiles })
    await queue.refresh()
    const [entry] = (await queue.entries()) as [CreationEntry]
    expect(await queue.retry(id, { ...entry.body, tags: ['wet', 'wet'] })).toMatchObject({ isQueued: false })
    expect(await queue.retry(id, entry.body)).toEqual({ isQueued: true, id })
    expect(await queue.entries()).toMatchObject([{ values: { occurredAt: promised } }])
    received.length = 0
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 1 })
    expect(received.map(({ body }) => (body as NewIncident).occurredAt)).toEqual([sent])
  })

  test('refuses, as the server would, a time that was given where it may not be sent any more', async () => {
    const { queue, service } = await open()
    const { id } = await create(queue, { name: 'Spill', occurredAt: otherTime })
    service.react = () => problem('configuration_revision_too_old', 400)
    await queue.flush()
    const profiles = [{ id: 'p', name: 'Standard', fields: { occurredAt: { rule: 'hidden' } as const } }]
    service.react = workingWith({ ...configuration, revision: 5, profiles })
    await queue.refresh()
    const [entry] = (await queue.entries()) as [CreationEntry]
    expect(await queue.retry(id, entry.body)).toMatchObject({
      isQueued: false,
      violations: [{ pointer: '/occurredAt', code: 'field_hidden' }],
    })
  })

  test('parks what belongs to an incident that is gone, which proves nothing of an earlier attempt', async () => {
    const { queue, service, store } = await open()
    const spill = await create(queue, { name: 'Spill' })
    const comment = (await queue.comment(spill, { message: 'follows' })) as Queued
    service.react = (request, signal) => (isFor('Spill')(request) ? working(request, signal) : offline())
    await queue.flush()
    await store.remove(spill.id)
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', parked: 1 })
    expect(await queue.entries()).toMatchObject([{ state: 'parked', problem: { code: 'incident_not_found' } }])
    await queue.retry(comment.id)
    await expect(queue.drop(comment.id)).rejects.toMatchObject({ code: 'may_have_arrived' })
  })

  test('waits for a creation that was queued while the store looked, and is not among what it found', async () => {
    const { queue, received, store } = await open()
    await queue.comment(await create(queue, { name: 'Spill' }), { message: 'Seen' })
    const look = store.list.bind(store)
    vi.spyOn(store, 'list').mockImplementationOnce(async () => (await look()).slice(1))
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 2, parked: 0, waiting: 0 })
    expect(messages(received)).toEqual(['Spill', 'Seen'])
  })

  test('does not send what another process has parked meanwhile', async () => {
    const { queue, service, store, received } = await open()
    await create(queue, { name: 'one' })
    const two = await create(queue, { name: 'two' })
    service.react = async (request, signal) => {
      await store.replace({ ...(await store.read(two.id))!, state: 'parked' } as QueueEntry)
      return working(request, signal)
    }
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 1 })
    expect(messages(received)).toEqual(['one'])
  })

  test.each([
    ['bytes are gone', undefined],
    ['end is gone', new Uint8Array([1])],
  ])('parks a file whose %s instead of sending what is left of it', async (_, left) => {
    const { queue, store, received } = await open()
    await queue.attach({ incidentId: 'known' }, new Blob(['photo']), { fileName: 'photo.jpg' })
    vi.spyOn(store, 'readFile').mockResolvedValue(left)
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', parked: 1 })
    expect(await queue.entries()).toMatchObject([{ state: 'parked', problem: { code: 'file_missing' } }])
    expect(received).toEqual([])
  })

  test('takes nothing for sent that something other than the server has answered', async () => {
    const { queue, service } = await open()
    await create(queue, { name: 'Spill' })
    service.react = () => json({ ok: true })
    expect(await queue.flush()).toMatchObject({ outcome: 'stopped', waiting: 1, error: { name: 'TocsinNetworkError' } })
    service.react = working
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 1 })
  })

  test('goes on with a new key where the old one was revoked', async () => {
    const { queue, service, store } = await open()
    const spill = await create(queue, { name: 'Spill' })
    await queue.comment(spill, { message: 'follows' })
    service.react = (request, signal) =>
      request.headers['x-api-key'] === 'k' ? problem('unauthorized', 401) : working(request, signal)
    expect(await queue.flush()).toMatchObject({ outcome: 'stopped', waiting: 2, error: { code: 'unauthorized' } })
    const { fetch } = fakeService((request, signal) => service.react(request, signal))
    const successor = new TocsinClient({ baseUrl: 'https://example.com/api/v1', apiKey: 'new', fetch })
    expect(await (await successor.offline(store)).flush()).toMatchObject({ outcome: 'finished', sent: 2 })
  })

  test('does not wait for ever for one at which the server fails again and again', async () => {
    const { queue, service } = await open()
    const poison = await create(queue, { name: 'poison' })
    await create(queue, { name: 'good' })
    service.react = (request, signal) =>
      isFor('poison')(request) ? problem('internal_error', 500) : working(request, signal)
    for (let round = 0; round < 4; round++)
      expect(await queue.flush()).toMatchObject({ outcome: 'stopped', waiting: 2 })
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 1, parked: 1 })
    await queue.retry(poison.id)
    expect(await queue.flush()).toMatchObject({ outcome: 'stopped', parked: 0, waiting: 1 })
  })

  test('an entry that a proxy rejects delays the others once, and can be dropped', async () => {
    const { queue, service, received } = await open()
    const refused = [await create(queue, { name: 'one' }), await create(queue, { name: 'two' })]
    await queue.comment(refused[0]!, { message: 'follows' })
    for (const name of ['A', 'B']) await create(queue, { name })
    service.react = (request, signal) =>
      isFor('one')(request) || isFor('two')(request) ? forbidden(request, signal) : working(request, signal)
    expect(await queue.flush()).toMatchObject({ ...forbiddenTo(refused[0]!), sent: 0, waiting: 5 })
    expect(await queue.flush()).toMatchObject({ ...forbiddenTo(refused[1]!), sent: 0, waiting: 5 })
    expect(await queue.flush()).toMatchObject({ ...forbiddenTo(refused[0]!), sent: 2, waiting: 3 })
    expect(await queue.flush()).toMatchObject({ ...forbiddenTo(refused[1]!), sent: 0, waiting: 3 })

    await expect(queue.drop(refused[0]!.id)).rejects.toMatchObject({ code: 'may_have_arrived' })
    for (const { id } of refused) await queue.drop(id, { mayHaveArrived: true })
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', waiting: 0 })
    expect(messages(received)).toEqual(['one', 'two', 'A', 'B', 'one', 'two'])
  })

  test('a gateway that answers for the server changes nothing of the order', async () => {
    const { queue, service, received } = await open()
    for (const name of ['one', 'two']) await create(queue, { name })
    service.react = () => new Response('<h1>Bad gateway</h1>', { status: 502 })
    expect(await queue.flush()).toMatchObject({ outcome: 'stopped', waiting: 2 })
    service.react = working
    received.length = 0
    await queue.flush()
    expect(messages(received)).toEqual(['one', 'two'])
  })

  test('parks nothing because of a network that refuses everything', async () => {
    const { queue, service } = await open()
    for (const name of ['A', 'B']) await create(queue, { name })
    service.react = forbidden
    for (let round = 0; round < 12; round++)
      expect(await queue.flush()).toMatchObject({ outcome: 'stopped', parked: 0, waiting: 2 })
    service.react = (request, signal) =>
      isFor('A')(request) ? problem('internal_error', 500) : working(request, signal)
    expect(await queue.flush()).toMatchObject({ outcome: 'stopped', parked: 0 })
    service.react = working
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', waiting: 0 })
  })

  test('sends what is queued meanwhile, and reports how far it is', async () => {
    const { queue } = await open()
    const spill = await create(queue, { name: 'Spill' })
    queue.on('sent', ({ entry }) => void (entry.kind === 'incident' && queue.comment(spill, { message: 'later' })))
    const progress: unknown[] = []
    queue.on('progress', (each) => progress.push(each))
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 2, waiting: 0 })
    expect(progress).toEqual([
      { sent: 1, parked: 0, waiting: 0 },
      { sent: 2, parked: 0, waiting: 0 },
    ])
  })

  test('is one, however often it is called; on a store that another flushes, it is left to that one', async () => {
    const { queue, store, client, received } = await open()
    await create(queue, { name: 'Spill' })
    const other = await OfflineQueue.open(client, store)
    const [first, second, third] = await Promise.all([queue.flush(), queue.flush(), other.flush()])
    expect([first.outcome, second]).toEqual(['finished', first])
    expect(third).toEqual({ outcome: 'busy', sent: 0, parked: 0, waiting: 1 })
    expect(received).toHaveLength(1)
  })

  test('a joined flush that stops is not started again for the callers that joined', async () => {
    const { queue, service, received } = await open()
    await create(queue, { name: 'Spill' })
    service.react = forbidden
    await Promise.all([queue.flush(), queue.flush()])
    expect(received).toHaveLength(1)
  })

  test('sends what was queued before it was called, though the flush that it joins had looked for the last time', async () => {
    const { queue, store } = await open()
    const joined = joinWhenLooked(queue, store)
    const flushing = queue.flush()
    expect(await flushing).toEqual({ outcome: 'finished', sent: 1, parked: 0, waiting: 0 })
    expect(await joined[0]).toBe(await flushing)
  })

  test('sends what was queued before it was called, though the flush that it joins had left the store to another', async () => {
    const { queue, store } = await open()
    const joined = joinWhenLooked(queue, store)
    vi.spyOn(store, 'whileAlone').mockResolvedValueOnce(undefined)
    await queue.flush()
    expect(await joined[0]).toEqual({ outcome: 'finished', sent: 1, parked: 0, waiting: 0 })
  })

  test('counts what was queued before it was called, though the flush that it joins had left the store to another', async () => {
    const { queue, store } = await open()
    const joined = joinWhenLooked(queue, store)
    await store.whileAlone(() => queue.flush())
    expect(await joined[0]).toEqual({ outcome: 'busy', sent: 0, parked: 0, waiting: 1 })
  })

  test('sends what was queued before it was called, though the flush that it joins was giving the store back', async () => {
    const { queue, store } = await open()
    const run = store.whileAlone.bind(store)
    const joined: Promise<FlushResult>[] = []
    const runThenQueue: typeof run = async (act) => {
      const ran = await run(act)
      await create(queue, { name: 'late' })
      joined.push(queue.flush())
      return ran
    }
    vi.spyOn(store, 'whileAlone').mockImplementationOnce(runThenQueue)
    await queue.flush()
    expect(await joined[0]).toEqual({ outcome: 'finished', sent: 1, parked: 0, waiting: 0 })
  })

  test('a flush that stops counts entries queued meanwhile, too', async () => {
    const { queue, service, received } = await open()
    await create(queue, { name: 'one' })
    service.react = async () => {
      if (received.length === 1) await create(queue, { name: 'two' })
      return offline()
    }
    expect(await queue.flush()).toMatchObject({ outcome: 'stopped', waiting: 2 })
  })

  test("ends for the caller's reason, and what was not handed to the network by then can be dropped", async () => {
    const { queue, received } = await open()
    const { id } = await create(queue, { name: 'Spill' })
    await create(queue, { name: 'Leak' })
    await expect(queue.flush({ signal: AbortSignal.abort(new Error('the app closes')) })).rejects.toThrow(
      'the app closes',
    )
    await queue.drop(id)
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 1 })
    expect(messages(received)).toEqual(['Leak'])
  })

  test('tells listeners what became of an entry, until they stop', async () => {
    const { queue } = await open()
    const reported: QueueEntry[] = []
    const stop = queue.on('sent', ({ entry }) => reported.push(entry))
    const { id } = await create(queue, { name: 'Spill' })
    await queue.flush()
    expect(reported).toMatchObject([{ id, state: 'sent', incidentId: `id of ${id}` }])
    stop()
    await create(queue, { name: 'Leak' })
    expect(await queue.flush()).toMatchObject({ sent: 1 })
    expect(reported).toHaveLength(1)
  })

  test('a listener that throws stops nothing', async () => {
    const { queue } = await open()
    await create(queue, { name: 'Spill' })
    const thrown = collectThrown()
    queue.on('sent', () => {
      throw new Error('in the listener')
    })
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 1 })
    expect(thrown).toEqual([new Error('in the listener')])
  })
})

describe('dropping', () => {
  test('takes what waits for a creation along', async () => {
    const { queue, received } = await open()
    const spill = await create(queue, { name: 'Spill' })
    await queue.comment(spill, { message: 'follows' })
    await queue.comment({ incidentId: 'known' }, { message: 'stays' })
    await queue.drop(spill.id)
    await queue.flush()
    expect(messages(received)).toEqual(['stays'])
  })

  test('takes a creation last: nothing is left waiting for one that is gone', async () => {
    const { queue, store } = await open()
    const spill = await create(queue, { name: 'Spill' })
    const comment = (await queue.comment(spill, { message: 'follows' })) as Queued
    const remove = vi.spyOn(store, 'remove')
    await queue.drop(spill.id)
    expect(remove.mock.calls).toEqual([[comment.id], [spill.id]])
  })

  test('takes what was refused, also while the rest is being sent', async () => {
    const { queue, service } = await open()
    const bad = await create(queue, { name: 'bad' })
    service.react = () => problem('invalid_incident', 400)
    await queue.flush()
    await create(queue, { name: 'good' })
    service.react = async (request, signal) => {
      await queue.drop(bad.id)
      return working(request, signal)
    }
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 1 })
    expect(await queue.entries()).toMatchObject([{ body: { name: 'good' } }])
  })

  test('dropping a sent creation keeps entries queued for it since', async () => {
    const { queue, received } = await open()
    const spill = await create(queue, { name: 'Spill' })
    await queue.flush()
    await queue.comment(spill, { message: 'stays' })
    await queue.drop(spill.id)
    await queue.flush()
    expect(messages(received)).toEqual(['Spill', 'stays'])
  })

  test('dropping a remembered creation keeps entries that may have arrived', async () => {
    const { queue, service } = await open()
    const spill = await create(queue, { name: 'Spill' })
    await queue.comment(spill, { message: 'follows' })
    service.react = (request, signal) => (isFor('Spill')(request) ? working(request, signal) : offline())
    await queue.flush()
    await expect(queue.drop(spill.id)).rejects.toMatchObject({ code: 'may_have_arrived' })
    expect(await queue.entries()).toHaveLength(2)
  })

  test('takes back what was refused and corrected: it has not arrived', async () => {
    const { queue, service, received } = await open()
    const { id } = await create(queue, { name: 'bad' })
    service.react = offline
    await queue.flush()
    service.react = () => problem('invalid_incident', 400)
    await queue.flush()
    await queue.retry(id, { name: 'better' })
    await queue.drop(id)
    expect(await queue.entries()).toEqual([])
    received.length = 0
    await queue.flush()
    expect(received).toEqual([])
  })

  test('takes back what belongs to an incident that is not there: it has not arrived', async () => {
    const { queue, service } = await open()
    const comment = await queue.comment({ incidentId: 'gone' }, { message: 'Seen' })
    const file = await queue.attach({ incidentId: 'gone' }, new Blob(['photo']), { fileName: 'photo.jpg' })
    service.react = () => problem('incident_not_found', 404)
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', parked: 2 })
    for (const { id } of [comment, file] as Queued[]) {
      await queue.retry(id)
      await queue.drop(id)
    }
    expect(await queue.entries()).toEqual([])
  })

  test('is refused for what was found wrong before its key was looked up: an earlier attempt may have arrived', async () => {
    const { queue, service } = await open()
    const comment = await queue.comment({ incidentId: 'known' }, { message: 'Seen' })
    const file = await queue.attach({ incidentId: 'known' }, new Blob(['photo']), { fileName: 'photo.jpg' })
    service.react = offline
    await queue.flush()
    service.react = ({ body }) =>
      body instanceof FormData ? problem('file_too_large', 400) : problem('invalid_request', 400)
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', parked: 2 })
    for (const { id } of [comment, file] as Queued[]) {
      await queue.retry(id)
      await expect(queue.drop(id)).rejects.toMatchObject({ code: 'may_have_arrived' })
    }
  })

  test('is refused for what is sent again after anything else than a refusal, which may have arrived before', async () => {
    const { queue, service } = await open()
    const taken = await create(queue, { name: 'taken' })
    const failing = await create(queue, { name: 'failing' })
    service.react = (request) =>
      isFor('taken')(request) ? problem('client_request_id_reused', 400) : problem('internal_error', 500)
    for (let round = 0; round < 5; round++) await queue.flush()
    const lost = await queue.attach({ incidentId: 'known' }, new Blob(['photo']), { fileName: 'photo.jpg' })
    service.react = () => new Response('too large', { status: 413 })
    await queue.flush()
    expect((await queue.entries()).map(({ state }) => state)).toEqual(['parked', 'parked', 'parked'])
    for (const { id } of [taken, failing, lost]) {
      await queue.retry(id)
      await expect(queue.drop(id)).rejects.toMatchObject({ code: 'may_have_arrived' })
    }
  })

  test('is refused for what may have arrived, and while a flush is under way', async () => {
    const { queue, service } = await open()
    const { id } = await create(queue, { name: 'Spill' })
    service.react = offline
    await queue.flush()
    await expect(queue.drop(id)).rejects.toMatchObject({ code: 'may_have_arrived' })
    await expect(queue.drop('nobody')).rejects.toMatchObject({ code: 'unknown_entry' })
    await expect(queue.retry(id)).rejects.toMatchObject({ code: 'not_parked' })
    const flushing = queue.flush()
    await expect(queue.drop(id)).rejects.toMatchObject({ code: 'busy' })
    await flushing
  })
})

test('a sent creation is remembered for a while, and then forgotten unless something waits for it', async () => {
  const { queue, reopenAt } = await open()
  const spill = await create(queue, { name: 'Spill' })
  await queue.flush()
  const later = await reopenAt('2026-03-30T12:00:00.000Z')
  await later.flush()
  expect(await later.comment(spill, { message: 'after four weeks' })).toMatchObject({ isQueued: true })
  const muchLater = await reopenAt('2026-05-01T12:00:00.000Z')
  expect(await muchLater.flush()).toMatchObject({ sent: 1, waiting: 0 })
  expect(await muchLater.entries()).toEqual([])
})

test('a sent creation is remembered for as long as something waits for it', async () => {
  const { queue, service, reopenAt } = await open()
  const spill = await create(queue, { name: 'Spill' })
  const comment = (await queue.comment(spill, { message: 'refused' })) as Queued
  service.react = (request, signal) =>
    isFor('Spill')(request) ? working(request, signal) : problem('invalid_request', 400)
  await queue.flush()
  const muchLater = await reopenAt('2026-05-01T12:00:00.000Z')
  expect(await muchLater.flush()).toMatchObject({ outcome: 'finished' })
  service.react = working
  await muchLater.retry(comment.id)
  expect(await muchLater.flush()).toMatchObject({ outcome: 'finished', sent: 1, parked: 0 })
})

test('a sent creation is remembered for ever when that is wanted', async () => {
  const { queue, reopenAt } = await open()
  await create(queue, { name: 'Spill' })
  await queue.flush()
  const muchLater = await reopenAt('2096-03-01T12:00:00.000Z', { keepSentMs: Infinity })
  expect(await muchLater.flush()).toMatchObject({ outcome: 'finished' })
  expect(await muchLater.entries()).toMatchObject([{ state: 'sent' }])
})
