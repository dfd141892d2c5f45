import { TocsinClient, TocsinProblem, type Comment, type FeedEvent, type Incident } from '@tocsin/client'
import { expect, test } from 'vitest'
import { beginEpoch } from '../../server/src/events/position-queries.ts'
import { startTestServer } from '../../server/test/support/harness.ts'
import { startCuttingProxy, type Treatment } from './support/cutting-proxy.ts'

const server = await startTestServer()

async function newClient() {
  const { key } = await server.newOrganization()
  return { key, client: new TocsinClient({ baseUrl: `${server.url}/api/v1`, apiKey: key }) }
}

const positionNow = async (client: TocsinClient): Promise<string> =>
  (await client.incidents.list({ limit: 1 }).page()).feedPosition!

/** Reads `count` events, then stops following the feed. Returns the events. */
async function take(events: AsyncIterable<FeedEvent>, count: number): Promise<FeedEvent[]> {
  const taken: FeedEvent[] = []
  for await (const event of events) if (taken.push(event) === count) break
  return taken
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
const summaryOf = (events: FeedEvent[]) => events.map(({ kind, incidentId }) => [kind, incidentId])

test('a follower gets the creation, change and deletion of an incident in this order while they happen', async () => {
  const { client } = await newClient()
  const taking = take(client.events.follow(await positionNow(client)), 4)
  const { id } = await client.incidents.create({ name: 'Spill' })
  const comment = await client.comments.create(id, { message: 'Seen' })
  await client.incidents.update(id, { priority: 'MAJOR' })
  await client.incidents.delete(id)
  const events = await taking
  expect(summaryOf(events)).toEqual([
    ['incident.created', id],
    ['comment.created', id],
    ['incident.changed', id],
    ['incident.deleted', id],
  ])
  expect(events[1]!.data).toMatchObject({ commentId: comment.id })
  expect(events[2]!.data).toMatchObject({ changes: { priority: ['NORMAL', 'MAJOR'] }, version: 2 })
})

test('a follower that starts again from the position of an event continues with the next event', async () => {
  const { client, key } = await newClient()
  const start = await positionNow(client)
  const ids: string[] = []
  for (let index = 0; index < 5; index++) ids.push((await client.incidents.create({ name: `Report ${index}` })).id)
  const first = await take(client.events.follow(start), 2)
  const restarted = new TocsinClient({ baseUrl: `${server.url}/api/v1`, apiKey: key })
  const rest = await take(restarted.events.follow(first[1]!.position), 3)
  expect([...first, ...rest].map(({ incidentId }) => incidentId)).toEqual(ids)
})

test('a follower skips and repeats no event when responses are lost or cut off', async () => {
  const { client, key } = await newClient()
  const treatments: Treatment[] = ['drop', 'deliver', 'break off', 'drop', 'deliver', 'break off']
  const proxy = await startCuttingProxy(server.url, () => treatments.shift() ?? 'deliver')
  const behindProxy = new TocsinClient({ baseUrl: `${proxy}/api/v1`, apiKey: key, retry: { firstDelayMs: 1 } })
  const follower = behindProxy.events.follow(await positionNow(client), { waitSeconds: 1 })
  const [created, followed]: [string[], (string | null)[]] = [[], []]
  const create = async () => created.push((await client.incidents.create({ name: 'Report' })).id)
  await create()
  // Each event is in a response of its own, because the next incident is created after the event has arrived.
  for await (const { incidentId } of follower) {
    followed.push(incidentId)
    if (followed.length === 6) break
    await create()
  }
  expect(followed).toEqual(created)
  expect(treatments).toEqual([])
})

test('reading the lists, then following the feed from the position of the lists, gives all incidents and comments', async () => {
  const { client } = await newClient()
  const [remaining, deleted] = await Promise.all([
    client.incidents.create({ name: 'Kept' }),
    client.incidents.create({ name: 'Deleted' }),
  ])
  await client.comments.create(remaining.id, { message: 'Before' })
  const incidents = new Map<string, Incident>()
  const comments = new Map<string, Comment>()
  let position: string | undefined
  for await (const page of client.incidents.list({ sort: [{ key: 'id' }], limit: 1 }).pages()) {
    position ??= page.feedPosition
    for (const incident of page.items) incidents.set(incident.id, incident)
    // Make changes while the lists are read. The pages may or may not contain these changes.
    await client.incidents.update(remaining.id, { tags: [String(incidents.size)] })
  }
  for await (const comment of client.comments.listAll({ limit: 1 })) comments.set(comment.id, comment)
  await client.incidents.delete(deleted.id)
  await client.incidents.create({ name: 'Late' })
  const last = await client.comments.create(remaining.id, { message: 'After' })

  for await (const { kind, incidentId, data, incident, comment } of client.events.follow(position)) {
    if (kind.startsWith('comment.') && comment) comments.set(comment.id, comment)
    if (kind.startsWith('incident.')) {
      if (incident) incidents.set(incident.id, incident)
      else incidents.delete(incidentId!)
    }
    if (data.commentId === last.id) break
  }
  expect([...incidents.values()].toSorted(byId)).toEqual(await client.incidents.list({ sort: [{ key: 'id' }] }).all())
  expect([...comments.values()].toSorted(byId)).toEqual(await client.comments.listAll().all())
})

test('a waiting follower fails with position_unknown once the feed no longer accepts earlier positions, as after a restore', async () => {
  const { client } = await newClient()
  const follower = client.events.follow(await positionNow(client), { waitSeconds: 1 })
  const pages = follower.pages()
  await pages.next()
  await beginEpoch(server.database.database)
  const error = await pages.next().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(TocsinProblem)
  expect(error).toMatchObject({ code: 'position_unknown', status: 400 })
})
