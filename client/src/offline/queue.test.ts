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
import type { FlushResult } from './events.ts'
import type { Queued } from './receipt.ts'

const otherTime = '2026-02-01T12:00:00.000Z'

const forbidden: Reaction = () => new Response('<h1>Forbidden</h1>', { status: 403 })
const forbiddenTo = ({ id }: Queued) => ({ outcome: 'stopped', error: { status: 403, idempotencyKey: id } })

const secondRejected = (code: string) => [{ status: 'fulfilled' }, { status: 'rejected', reason: { code } }]

const nameOfFile = ({ body }: Received) => body instanceof FormData && (body.get('file') as File).name
const isFor = (name: string) => (received: Received) => (received.body as { name?: string }).name === name
const messages = (received: Received[]) =>
  received.map(({ body }) =>
    body instanceof FormData ? 'file' : ((body as { message?: string }).message ?? (body as { name: string }).name),
  )

/**
 * Queues an entry and calls `flush` right after the running flush has listed the store, so that the list lacks the
 * entry. Returns the promise of each call of `flush`.
 */
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
  test('create throws not_prepared before the first refresh', async () => {
    const client = new TocsinClient({ baseUrl: 'https://example.com/api/v1', apiKey: 'k', fetch: offline })
    const queue = await client.offline(new MemoryStore())
    expect(queue.cached).toBeUndefined()
    await expect(queue.create({ name: 'Spill' })).rejects.toMatchObject({ code: 'not_prepared' })
  })

  test('the offline queue stores valid content without sending it, and returns the violations of invalid content without storing it', async () => {
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

  test('the offline queue rejects a creation that refers to an archived location', async () => {
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
    ['may be sent, and is now by default', { rule: 'optional', default: 'now' }, madeAt, madeAt],
    ['may not be sent, and has a default', { rule: 'readOnly', default: otherTime }, undefined, otherTime],
    ['may not be sent', { rule: 'hidden' }, undefined, null],
    ['may not be sent, and is now', { rule: 'readOnly', default: 'now' }, undefined, null],
  ] as const)(
    'the receipt of a creation has the occurredAt that the server will store, or null if only the server knows it: occurredAt %s',
    async (_, occurredAt, sent, promised) => {
      const { queue, service, received } = await open()
      const profiles = [{ id: 'p', name: 'Standard', fields: { occurredAt } }]
      service.react = workingWith({ ...configuration, revision: 5, profiles })
      await queue.refresh()
      expect((await create(queue, { name: 'Spill' })).values.occurredAt).toBe(promised)
      received.length = 0
      await queue.flush()
      expect(received.map(({ body }) => (body as NewIncident).occurredAt)).toEqual([sent])
    },
  )

  test('a repeated creation gets the receipt of the first creation, and other content with the same clientRequestId is rejected', async () => {
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

  test('a repeated creation gets the receipt of the first creation even if the profile hides occurredAt', async () => {
    const { queue, service } = await open()
    const profiles = [{ id: 'p', name: 'Standard', fields: { occurredAt: { rule: 'hidden' } as const } }]
    service.react = workingWith({ ...configuration, revision: 5, profiles })
    await queue.refresh()
    const first = await create(queue, { name: 'Spill' })
    expect(await queue.create({ clientRequestId: first.clientRequestId, name: 'Spill' })).toEqual(first)
  })

  test('a repeated creation gets the receipt of the first creation even after a restart, and even if new rules forbid the creation', async () => {
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

  test('the offline queue accepts a repeated creation with members in another order or notation, but not with an added or missing member', async () => {
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

  test('the offline queue stores the content that the caller passed, even if the caller changes the object before it is stored', async () => {
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

  test('the offline queue adds only the first of concurrent creations with one clientRequestId, and rejects a creation with other content', async () => {
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

  test('the offline queue stores an entry once even if two queues add it at the same time, and rejects other content with the same id', async () => {
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
    ).toMatchObject(secondRejected('client_request_id_reused'))
    await queue.drop(keyOfComment!)
    const options = { idempotencyKey: keyOfComment }
    expect(await atOnce((each, index) => each.comment(incident, { message: `${index}` }, options))).toMatchObject(
      secondRejected('idempotency_key_reused'),
    )
    const file = (index: number) => ({ idempotencyKey: keyOfFile, fileName: `${index}.jpg` })
    // Either call may finish hashing its file first, so the order of the two results varies.
    const attached = await atOnce((each, index) => each.attach(incident, new Blob([`${index}`]), file(index)))
    expect(attached.toSorted((one, another) => (one.status < another.status ? -1 : 1))).toMatchObject(
      secondRejected('idempotency_key_reused'),
    )
    expect(await queue.entries()).toMatchObject([
      { id: key, body: { name: 'Spill' } },
      { comment: { message: '0' } },
      { fileName: expect.stringMatching(/^[01]\.jpg$/) },
    ])
    expect(queued).toHaveBeenCalledTimes(4)
  })

  test('the offline queue adds a comment or file only once under one idempotency key, even after the incident was created', async () => {
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

  test('the offline queue rejects an idempotency key that is not a UUID, or that the queue already has with other content', async () => {
    const { queue } = await open()
    const spill = await create(queue, { name: 'Spill' })
    const [key, other] = ['5f0f6c1e-3b0a-4d5e-9f57-2f1f6f3c9a10', '5f0f6c1e-3b0a-4d5e-9f57-2f1f6f3c9a11']
    await queue.comment(spill, { message: 'Seen' }, { idempotencyKey: key })
    await queue.attach(spill, new Blob(['photo']), { fileName: 'photo.jpg', idempotencyKey: other })
    const reuses = [
      () => queue.comment(spill, { message: 'Gone' }, { idempotencyKey: key }),
      () => queue.comment({ incidentId: 'known' }, { message: 'Seen' }, { idempotencyKey: key }),
      () => queue.comment(spill, { message: 'Seen' }, { idempotencyKey: spill.id }),
      () => queue.attach(spill, new Blob(['photo']), { idempotencyKey: other }),
      () => queue.attach(spill, new Blob(['']), { fileName: 'photo.jpg', idempotencyKey: other }),
    ]
    for (const queueing of reuses) await expect(queueing()).rejects.toMatchObject({ code: 'idempotency_key_reused' })
    const idempotencyKey = '../../log-1'
    await expect(queue.comment(spill, {}, { idempotencyKey })).rejects.toThrow('it must be a UUID')
    await expect(queue.attach(spill, new Blob([]), { idempotencyKey })).rejects.toThrow(TypeError)
    expect(await queue.entries()).toHaveLength(3)
  })

  test('the offline queue rejects a comment that refers to an incident that was never queued', async () => {
    const { queue } = await open()
    const nothing = [{ clientRequestId: 'x' }, { incidentId: '' }, { isQueued: false } as unknown as IncidentReference]
    const { id } = (await queue.comment({ incidentId: 'known' }, {})) as Queued
    for (const reference of [...nothing, { clientRequestId: id }]) {
      await expect(queue.comment(reference, {})).rejects.toMatchObject({ code: 'unknown_incident' })
    }
  })

  test('the offline queue finds a queued incident by its clientRequestId in upper or lower case', async () => {
    const { queue } = await open()
    const spill = await create(queue, { clientRequestId: '5f0f6c1e-3b0a-4d5e-9f57-2f1f6f3c9a10', name: 'Spill' })
    const spelled = { clientRequestId: spill.clientRequestId.toUpperCase() }
    expect(await queue.comment(spelled, { message: 'Seen' })).toMatchObject({ isQueued: true })
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 2 })
  })

  test('the offline queue adds an entry without listing the queue, because listing a long queue takes time', async () => {
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
  test('the offline queue sends entries in order; comments and files contain the id of their incident on the server', async () => {
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

  test('a flush stops at the entry for which the network fails, and the next flush sends that entry with the same clientRequestId', async () => {
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
    ['the address is not the address of the API', () => problem('route_not_found', 404), {}],
    ['the address lacks the method', () => problem('method_not_allowed', 405), {}],
  ] as [string, Reaction, object][])(
    'the offline queue stops without parking an entry when %s',
    async (_, reaction, result) => {
      const { queue, service } = await open()
      await create(queue, { name: 'one' })
      service.react = reaction
      expect(await queue.flush()).toMatchObject({ outcome: 'stopped', parked: 0, waiting: 1, ...result })
      expect((await queue.entries())[0]!.state).toBe('waiting')
    },
  )

  test('the offline queue sends incidents and comments, but no files, while the file storage of the server is unavailable', async () => {
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
    expect(uploads().slice(-2)).toEqual([another!.id, photo!.id])
  })

  test('if the upload of a file times out, the next flush sends this file after the other files', async () => {
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
    ['exceeds the room on the disk of the server', () => problem('unavailable', 503)],
  ] as [string, Reaction][])(
    'the offline queue sends the other files in the next flush if the upload of a file %s',
    async (_, cut) => {
      const { queue, service } = await open()
      for (const name of ['bad', 'good', 'fine'])
        await queue.attach({ incidentId: 'known' }, new Blob([name]), { fileName: name })
      service.react = (request, signal) => (nameOfFile(request) === 'bad' ? cut : working)(request, signal)
      expect(await queue.flush()).toMatchObject({ outcome: 'stopped', sent: 0, waiting: 3 })
      expect(await queue.flush()).toMatchObject({ outcome: 'stopped', sent: 2, parked: 0, waiting: 1 })
    },
  )

  test('the offline queue tries one file per flush while there is no network, and sends all files when the network is back', async () => {
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

  test('a new file that fails delays an older file by only one flush, even if the older file has failed more often', async () => {
    const { queue, service } = await open()
    await queue.attach({ incidentId: 'known' }, new Blob(['good']), { fileName: 'good' })
    service.react = offline
    for (let round = 0; round < 5; round++) await queue.flush()
    await queue.attach({ incidentId: 'known' }, new Blob(['bad']), { fileName: 'bad' })
    service.react = (request, signal) => (nameOfFile(request) === 'bad' ? offline() : working(request, signal))
    expect(await queue.flush()).toMatchObject({ outcome: 'stopped', sent: 0, waiting: 2 })
    expect(await queue.flush()).toMatchObject({ outcome: 'stopped', sent: 1, waiting: 1 })
  })

  test('a flush also sends an incident that is queued while the upload of a file fails', async () => {
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

  test('a rejected creation is parked with its problem, the comment on the incident waits, and the other entries are sent', async () => {
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

  test('rejected entries are sent with corrected content, and a creation with its original clientRequestId and occurredAt', async () => {
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
  ] as const)(
    'a rejected creation can be retried under a later revision, even if in this revision occurredAt %s',
    async (_, occurredAt, sent, promised) => {
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
    },
  )

  test('the offline queue rejects a retry if the caller had set occurredAt and a new revision hides that field', async () => {
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

  test('a comment whose creation is lost from the store is parked, and a retry does not forget that the server may have received the comment', async () => {
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

  test('a comment is sent after the creation of its incident even if a list of the store contained only the comment', async () => {
    const { queue, received, store } = await open()
    await queue.comment(await create(queue, { name: 'Spill' }), { message: 'Seen' })
    const look = store.list.bind(store)
    vi.spyOn(store, 'list').mockImplementationOnce(async () => (await look()).slice(1))
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 2, parked: 0, waiting: 0 })
    expect(messages(received)).toEqual(['Spill', 'Seen'])
  })

  test('the offline queue does not send an entry that another process parked during the flush', async () => {
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
  ])('the offline queue parks a file whose %s, instead of sending an incomplete file', async (_, stored) => {
    const { queue, store, received } = await open()
    await queue.attach({ incidentId: 'known' }, new Blob(['photo']), { fileName: 'photo.jpg' })
    vi.spyOn(store, 'readFile').mockResolvedValue(stored)
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', parked: 1 })
    expect(await queue.entries()).toMatchObject([{ state: 'parked', problem: { code: 'file_missing' } }])
    expect(received).toEqual([])
  })

  test('the offline queue does not mark an entry as sent after a success response that does not come from Tocsin', async () => {
    const { queue, service } = await open()
    await create(queue, { name: 'Spill' })
    service.react = () => json({ ok: true })
    expect(await queue.flush()).toMatchObject({ outcome: 'stopped', waiting: 1, error: { name: 'TocsinNetworkError' } })
    service.react = working
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 1 })
  })

  test('the offline queue sends the waiting entries with a new API key after the old key was revoked', async () => {
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

  test('the offline queue parks an entry after status 500 in five flushes, and sends the other entries; a retry starts the count anew', async () => {
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

  test('an entry that a proxy rejects delays the other entries by only one flush, and the caller can drop this entry', async () => {
    const { queue, service, received } = await open()
    const blocked = [await create(queue, { name: 'one' }), await create(queue, { name: 'two' })]
    await queue.comment(blocked[0]!, { message: 'follows' })
    for (const name of ['A', 'B']) await create(queue, { name })
    service.react = (request, signal) =>
      isFor('one')(request) || isFor('two')(request) ? forbidden(request, signal) : working(request, signal)
    expect(await queue.flush()).toMatchObject({ ...forbiddenTo(blocked[0]!), sent: 0, waiting: 5 })
    expect(await queue.flush()).toMatchObject({ ...forbiddenTo(blocked[1]!), sent: 0, waiting: 5 })
    expect(await queue.flush()).toMatchObject({ ...forbiddenTo(blocked[0]!), sent: 2, waiting: 3 })
    expect(await queue.flush()).toMatchObject({ ...forbiddenTo(blocked[1]!), sent: 0, waiting: 3 })

    await expect(queue.drop(blocked[0]!.id)).rejects.toMatchObject({ code: 'may_have_arrived' })
    for (const { id } of blocked) await queue.drop(id, { mayHaveArrived: true })
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', waiting: 0 })
    expect(messages(received)).toEqual(['one', 'two', 'A', 'B', 'one', 'two'])
  })

  test('an incident that a proxy always rejects delays the files of other incidents by only one flush', async () => {
    const { queue, service, received } = await open()
    const blocked = await create(queue, { name: 'refused' })
    await queue.attach(blocked, new Blob(['own']), { fileName: 'own' })
    for (const name of ['one', 'two']) await queue.attach({ incidentId: 'known' }, new Blob([name]), { fileName: name })
    service.react = (request, signal) => (isFor('refused')(request) ? forbidden : working)(request, signal)
    expect(await queue.flush()).toMatchObject({ ...forbiddenTo(blocked), sent: 0, waiting: 4 })
    expect(await queue.flush()).toMatchObject({ ...forbiddenTo(blocked), sent: 2, waiting: 2 })
    expect(received.map(nameOfFile).filter(Boolean)).toEqual(['one', 'two'])
    service.react = working
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', sent: 2, waiting: 0 })
  })

  test('the offline queue sends the entries in their original order after a gateway answered with 502', async () => {
    const { queue, service, received } = await open()
    for (const name of ['one', 'two']) await create(queue, { name })
    service.react = () => new Response('<h1>Bad gateway</h1>', { status: 502 })
    expect(await queue.flush()).toMatchObject({ outcome: 'stopped', waiting: 2 })
    service.react = working
    received.length = 0
    await queue.flush()
    expect(messages(received)).toEqual(['one', 'two'])
  })

  test('the offline queue parks no entry while a network answers every request with 403', async () => {
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

  test('a flush sends an entry that is queued while the flush runs, and emits the progress after each entry', async () => {
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

  test('a flush call joins the running flush of the same queue, but returns busy while another queue flushes the store', async () => {
    const { queue, store, client, received } = await open()
    await create(queue, { name: 'Spill' })
    const other = await OfflineQueue.open(client, store)
    const [first, second, third] = await Promise.all([queue.flush(), queue.flush(), other.flush()])
    expect([first.outcome, second]).toEqual(['finished', first])
    expect(third).toEqual({ outcome: 'busy', sent: 0, parked: 0, waiting: 1 })
    expect(received).toHaveLength(1)
  })

  test('if a flush stops early, the calls that joined the flush do not start another flush', async () => {
    const { queue, service, received } = await open()
    await create(queue, { name: 'Spill' })
    service.react = forbidden
    await Promise.all([queue.flush(), queue.flush()])
    expect(received).toHaveLength(1)
  })

  test('a flush call during a flush sends a new entry even if the running flush has already read the store for the last time', async () => {
    const { queue, store } = await open()
    const joined = joinWhenLooked(queue, store)
    const flushing = queue.flush()
    expect(await flushing).toEqual({ outcome: 'finished', sent: 1, parked: 0, waiting: 0 })
    expect(await joined[0]).toBe(await flushing)
  })

  test('a flush call during a flush sends a new entry even if the running flush has found the store locked', async () => {
    const { queue, store } = await open()
    const joined = joinWhenLooked(queue, store)
    vi.spyOn(store, 'whileAlone').mockResolvedValueOnce(undefined)
    await queue.flush()
    expect(await joined[0]).toEqual({ outcome: 'finished', sent: 1, parked: 0, waiting: 0 })
  })

  test('a flush call during a flush counts a new entry as waiting if another queue still locks the store', async () => {
    const { queue, store } = await open()
    const joined = joinWhenLooked(queue, store)
    await store.whileAlone(() => queue.flush())
    expect(await joined[0]).toEqual({ outcome: 'busy', sent: 0, parked: 0, waiting: 1 })
  })

  test('a flush call during a flush sends a new entry even if the running flush has already unlocked the store', async () => {
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

  test('the result of a flush that stops early counts entries queued during the flush as waiting', async () => {
    const { queue, service, received } = await open()
    await create(queue, { name: 'one' })
    service.react = async () => {
      if (received.length === 1) await create(queue, { name: 'two' })
      return offline()
    }
    expect(await queue.flush()).toMatchObject({ outcome: 'stopped', waiting: 2 })
  })

  test('an aborted flush rejects with the reason of the caller, who can then drop entries that were not yet sent', async () => {
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

  test('a flush call that joined a flush sends the entries if the first caller aborts that flush', async () => {
    const { queue, service, received } = await open()
    await create(queue, { name: 'Spill' })
    const first = new AbortController()
    service.react = (request, signal) => {
      service.react = working
      const response = never(request, signal)
      first.abort(new Error('the view closes'))
      return response
    }
    const [aborted, joined] = [queue.flush({ signal: first.signal }), queue.flush()]
    await expect(aborted).rejects.toThrow('the view closes')
    expect(await joined).toMatchObject({ outcome: 'finished', sent: 1 })
    expect(messages(received)).toEqual(['Spill', 'Spill'])
  })

  test('the offline queue calls a listener with each sent entry until the listener is removed', async () => {
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

  test('the offline queue continues the flush when a listener throws an error', async () => {
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
  test('the offline queue drops the comment of an unsent creation together with the creation', async () => {
    const { queue, received } = await open()
    const spill = await create(queue, { name: 'Spill' })
    await queue.comment(spill, { message: 'follows' })
    await queue.comment({ incidentId: 'known' }, { message: 'stays' })
    await queue.drop(spill.id)
    await queue.flush()
    expect(messages(received)).toEqual(['stays'])
  })

  test('dropping a creation removes two entries from the store: first the comment on its incident, then the creation', async () => {
    const { queue, store } = await open()
    const spill = await create(queue, { name: 'Spill' })
    const comment = (await queue.comment(spill, { message: 'follows' })) as Queued
    const remove = vi.spyOn(store, 'remove')
    await queue.drop(spill.id)
    expect(remove.mock.calls).toEqual([[comment.id], [spill.id]])
  })

  test('the offline queue drops a parked entry even while a flush is sending other entries', async () => {
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

  test('dropping a sent creation does not drop the comment that was queued after the creation was sent', async () => {
    const { queue, received } = await open()
    const spill = await create(queue, { name: 'Spill' })
    await queue.flush()
    await queue.comment(spill, { message: 'stays' })
    await queue.drop(spill.id)
    await queue.flush()
    expect(messages(received)).toEqual(['Spill', 'stays'])
  })

  test('a sent creation cannot be dropped if the server may have received the queued comment on the incident', async () => {
    const { queue, service } = await open()
    const spill = await create(queue, { name: 'Spill' })
    await queue.comment(spill, { message: 'follows' })
    service.react = (request, signal) => (isFor('Spill')(request) ? working(request, signal) : offline())
    await queue.flush()
    await expect(queue.drop(spill.id)).rejects.toMatchObject({ code: 'may_have_arrived' })
    expect(await queue.entries()).toHaveLength(2)
  })

  test('a rejected creation can be dropped even after its correction, because the server did not store the creation', async () => {
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

  test('after incident_not_found, a comment or file can be dropped even after `retry`, because the server did not store the entry', async () => {
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

  test('a file parked with too_many_incident_files can be dropped even after a retry, because the server did not store the file', async () => {
    const { queue, service } = await open()
    const file = await queue.attach({ incidentId: 'full' }, new Blob(['photo']), { fileName: 'photo.jpg' })
    service.react = offline
    await queue.flush()
    service.react = () => problem('too_many_incident_files', 400)
    expect(await queue.flush()).toMatchObject({ outcome: 'finished', parked: 1 })
    const { id } = file as Queued
    await queue.retry(id)
    await queue.drop(id)
    expect(await queue.entries()).toEqual([])
  })

  test('a retried entry whose first attempt got no response cannot be dropped, even if the server rejected the next attempt as invalid', async () => {
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

  test('a retried entry cannot be dropped after client_request_id_reused, status 500 or 413, because the server may have received the entry', async () => {
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

  test('`drop` rejects an unknown entry, an entry that the server may have received, and a waiting entry during a flush', async () => {
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

test('the queue accepts comments on a created incident four weeks after sending the creation, and forgets the creation within two months', async () => {
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

test('the queue remembers a sent creation as long as a comment on the created incident is unsent', async () => {
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

test('the queue remembers a sent creation permanently if keepSentMs is Infinity', async () => {
  const { queue, reopenAt } = await open()
  await create(queue, { name: 'Spill' })
  await queue.flush()
  const muchLater = await reopenAt('2096-03-01T12:00:00.000Z', { keepSentMs: Infinity })
  expect(await muchLater.flush()).toMatchObject({ outcome: 'finished' })
  expect(await muchLater.entries()).toMatchObject([{ state: 'sent' }])
})
