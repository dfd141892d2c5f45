import { describe, expect, test } from 'vitest'
import {
  fakeClock,
  fakeService,
  json,
  never,
  offline,
  problem,
  type Reaction,
} from '../../test/support/fake-service.ts'
import { MemoryReplica } from '../../test/support/memory-replica.ts'
import { TocsinClient, TocsinProblem } from '../client.ts'
import { replicate, type ReplicaProgress, type ReplicateOptions } from '../replicate.ts'

interface Row {
  id: string
  [field: string]: unknown
}

const incident = (number: number, version = 1): Row => ({ id: `0000000${number}-0000-7000-8000-000000000000`, version })
const comment = (number: number, relatedEntityId: string): Row => ({
  id: `c000000${number}-0000-7000-8000-000000000000`,
  relatedEntityId,
})

/** Reaction that answers with one page of a list, and with a feed position in the header. */
const rows =
  (data: Row[], nextCursor: string | null = null, position = 'e-1'): Reaction =>
  () =>
    json({ data, meta: { nextCursor } }, 200, { 'tocsin-feed-position': position })

/** Reaction that answers with one page of the feed. */
const events =
  (position: string, ...data: object[]): Reaction =>
  () =>
    json({ data, meta: { position, isLast: true } })

const ofIncident = (kind: string, { id }: Row, current: Row | null) => ({
  kind: `incident.${kind}`,
  incidentId: id,
  data: {},
  incident: current,
  comment: null,
})
const ofComment = (kind: string, { id, relatedEntityId }: Row, current: Row | null) => ({
  kind: `comment.${kind}`,
  incidentId: relatedEntityId,
  data: { commentId: id },
  incident: null,
  comment: current,
})

const invalid: Reaction = () => problem('invalid_request', 400)
/** Rejects the API key, which ends a replication. `run` adds this reaction after the reactions of a test. */
const rejected: Reaction = () => problem('unauthorized', 401)

/** Replicates until an error. Returns the steps, the error and the requests. */
async function run(store: MemoryReplica, reactions: Reaction[], options: ReplicateOptions = {}) {
  const { fetch, received } = fakeService(...reactions, rejected)
  const client = new TocsinClient({
    baseUrl: 'https://example.com/api/v1',
    apiKey: 'k',
    fetch,
    clock: fakeClock().clock,
  })
  const steps: ReplicaProgress[] = []
  let error: unknown
  try {
    for await (const step of replicate(client, store, options)) steps.push(step)
  } catch (thrown) {
    error = thrown
  }
  const requests = received.map(({ url }) => {
    const { cursor, after, relatedEntityId } = Object.fromEntries(url.searchParams)
    return [url.pathname.replace('/api/v1/', ''), cursor ?? after ?? relatedEntityId].filter(Boolean).join(' ')
  })
  return { steps, error, requests, received }
}

/** Makes a store that contains these rows and has followed the feed up to the position e-1. */
async function storeWith(incidents: Row[], comments: Row[] = []) {
  const store = new MemoryReplica()
  await run(store, [rows(incidents), rows(comments)])
  return store
}

const idsIn = (store: MemoryReplica) => [...store.incidents.keys(), ...store.comments.keys()].toSorted()
const idsOf = (...items: Row[]) => items.map(({ id }) => id).toSorted()

describe('the walk of the lists', () => {
  test('replicate reads all incidents and then all comments, and follows the feed from the position of the very first page', async () => {
    const store = new MemoryReplica()
    const [one, two] = [incident(1), incident(2)]
    const note = comment(1, one.id)
    const { requests, steps, error } = await run(store, [
      rows([one], 'c1', 'e-7'),
      rows([two], null, 'e-8'),
      rows([note], null, 'e-9'),
      events('e-9'),
    ])
    expect(requests).toEqual(['incidents', 'incidents c1', 'comments', 'events e-7', 'events e-9'])
    expect(idsIn(store)).toEqual(idsOf(one, two, note))
    expect(steps.map(({ isCurrent }) => isCurrent)).toEqual([false, false, false, true])
    expect(await store.checkpoint()).toEqual({ position: 'e-9' })
    expect(error).toMatchObject({ code: 'unauthorized' })
  })

  test('after an interruption, replicate continues after the last stored page, and follows the feed from the position of the very first page', async () => {
    const store = new MemoryReplica()
    await run(store, [rows([incident(1)], 'c1', 'e-7')])
    const { requests } = await run(store, [rows([incident(2)], null, 'e-20'), rows([])])
    expect(requests).toEqual(['incidents c1', 'comments', 'events e-7'])
    expect(idsIn(store)).toEqual(idsOf(incident(1), incident(2)))
  })

  test('replicate retries reading the lists without end after temporary failures', async () => {
    const failures = Array.from({ length: 50 }, () => offline)
    const { requests } = await run(new MemoryReplica(), [...failures, rows([]), ...failures, rows([])])
    expect(requests.at(-1)).toBe('events e-1')
  })

  test('a first page without a feed position is an error, because the feed could not be followed', async () => {
    const { error } = await run(new MemoryReplica(), [() => json({ data: [], meta: { nextCursor: null } })])
    expect(error).toMatchObject({
      name: 'TocsinNetworkError',
      message: expect.stringContaining('Tocsin-Feed-Position'),
    })
  })
})

describe('following', () => {
  test('replicate applies each page of the feed in one step, with each incident and comment once', async () => {
    const store = await storeWith([incident(1)])
    const [changed, created] = [incident(1, 3), incident(2)]
    const note = comment(1, created.id)
    const page = [
      ofIncident('changed', changed, changed),
      ofIncident('changed', changed, changed),
      ofIncident('created', created, created),
      ofComment('created', note, note),
      { kind: 'configuration.published', incidentId: null, data: {}, incident: null, comment: null },
    ]
    const { requests, steps } = await run(store, [events('e-6', ...page)])
    expect(requests).toEqual(['events e-1', 'events e-6'])
    expect(steps).toEqual([
      {
        changes: { deletedIncidents: [], deletedComments: [], incidents: [changed, created], comments: [note] },
        checkpoint: { position: 'e-6' },
        isCurrent: true,
      },
    ])
    expect(store.steps.at(-1)).toMatchObject({ checkpoint: { position: 'e-6' } })
  })

  test('replicate removes deleted comments, and deleted incidents with their comments', async () => {
    const [one, two] = [incident(1), incident(2)]
    const [first, second, third] = [comment(1, one.id), comment(2, two.id), comment(3, two.id)]
    const store = await storeWith([one, two], [first, second, third])
    await run(store, [events('e-3', ofIncident('deleted', one, null), ofComment('deleted', second, null))])
    expect(idsIn(store)).toEqual(idsOf(two, third))
  })

  test('a restored incident gets its comments back, although the feed has no events for these comments', async () => {
    const one = incident(1, 3)
    const note = comment(1, one.id)
    const store = await storeWith([])
    const { requests } = await run(store, [events('e-4', ofIncident('restored', one, one)), rows([note])])
    expect(requests.slice(0, 2)).toEqual(['events e-1', `comments/by-entity-type/incident ${one.id}`])
    expect(idsIn(store)).toEqual(idsOf(one, note))
  })

  test('a restored incident that is deleted again before its comments are read does not end the replication', async () => {
    const one = incident(1, 3)
    const store = await storeWith([])
    const { requests } = await run(store, [
      events('e-4', ofIncident('restored', one, one)),
      () => problem('incident_not_found', 404),
      events('e-5', ofIncident('deleted', one, null)),
    ])
    expect(requests.at(-1)).toBe('events e-5')
    expect(idsIn(store)).toEqual([])
  })

  test('after a page without events and without a new position, the replica is reported as current, but nothing is stored', async () => {
    const store = await storeWith([])
    const { length } = store.steps
    const { steps } = await run(store, [events('e-1')])
    expect(steps.map(({ isCurrent }) => isCurrent)).toEqual([true])
    expect(store.steps).toHaveLength(length)
  })
})

describe('beginning anew', () => {
  test.each(['position_unknown', 'position_expired'] as const)(
    'after the problem %s, the lists are read again, and rows that the lists do not contain are deleted',
    async (code) => {
      const store = new MemoryReplica()
      const [one, two, three, four] = [incident(1), incident(2), incident(3), incident(4)]
      const [first, second] = [comment(1, one.id), comment(2, two.id)]
      const { requests } = await run(store, [
        rows([one, two], 'c1'),
        rows([four]),
        rows([first, second]),
        () => problem(code, 400),
        rows([two], 'c1', 'f-1'),
        rows([three]),
        rows([second]),
      ])
      expect(requests.slice(3)).toEqual(['events e-1', 'incidents', 'incidents c1', 'comments', 'events f-1'])
      expect(idsIn(store)).toEqual(idsOf(two, three, second))
    },
  )

  test('while the lists are read again, the rows after the last page that was read stay in the store', async () => {
    const store = new MemoryReplica()
    const [one, two, three] = [incident(1), incident(2), incident(3)]
    await run(store, [rows([one, two, three]), rows([]), () => problem('position_unknown', 400), rows([one], 'c1')])
    expect(idsIn(store)).toEqual(idsOf(one, two, three))
  })

  test('if the server rejects the cursor of an earlier process, the lists are read again from the start, but only once', async () => {
    const store = new MemoryReplica()
    await run(store, [rows([incident(1)], 'c1')])
    const { requests, error } = await run(store, [invalid, rows([incident(1)], 'c2'), invalid])
    expect(requests).toEqual(['incidents c1', 'incidents', 'incidents c2'])
    expect(error).toMatchObject({ code: 'invalid_request' })
  })
})

describe('the end', () => {
  test('an error of the store ends the replication, and the next replication repeats the failed step', async () => {
    const store = new MemoryReplica()
    const { apply } = store
    store.apply = async () => {
      throw new Error('the disk is full')
    }
    expect(await run(store, [rows([incident(1)])])).toMatchObject({ error: { message: 'the disk is full' }, steps: [] })
    store.apply = apply
    const { requests } = await run(store, [rows([incident(1)]), rows([])])
    expect(requests).toEqual(['incidents', 'comments', 'events e-1'])
  })

  test('an abort ends the open request, and the iteration throws the reason of the signal', async () => {
    const controller = new AbortController()
    const waiting: Reaction = (request, signal) => {
      const response = never(request, signal)
      controller.abort(new Error('enough'))
      return response
    }
    const { error } = await run(new MemoryReplica(), [rows([]), rows([]), waiting], { signal: controller.signal })
    expect(error).toMatchObject({ message: 'enough' })
  })

  test('the replication ends after the problem unauthorized, and when no retry is left', async () => {
    const store = new MemoryReplica()
    expect((await run(store, [])).error).toBeInstanceOf(TocsinProblem)
    expect((await run(store, [offline], { retry: { attemptsMaximum: 1 } })).error).toMatchObject({ attempts: 1 })
  })
})
