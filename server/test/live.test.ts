import type { Comment } from '@tocsin/contract/api/comment.ts'
import { incidentChanged } from '@tocsin/contract/events/incident-events.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { recordEvent } from '../src/events/record.ts'
import type { OrganizationScope } from '../src/scope.ts'
import { apiCallerOf } from './support/caller.ts'
import { newIncident, startTestServer } from './support/harness.ts'
import { openStream, type OpenStream } from './support/live-stream.ts'
import { startServer } from './support/server-process.ts'

const server = await startTestServer()

const opened: OpenStream[] = []
const open = async (cookie: string, lastEventId?: string) => {
  const stream = await openStream(server.url, cookie, lastEventId)
  opened.push(stream)
  return stream
}
afterEach(() => opened.splice(0).forEach((stream) => stream.close()))

const about = (incidentId: string, kind: string) => (event: OpenStream['events'][number]) =>
  event.event === 'change' && event.data.incidentId === incidentId && event.data.kind === kind

const newIds = (count: number): Uuid[] => Array.from({ length: count }, () => uuidv7())

/** Inserts one event of an incident for each of `ids`. The id of an event contains the time of the event. */
async function insertEvents(scope: OrganizationScope, incidentId: Uuid, ids: Uuid[]): Promise<void> {
  const { kind, data } = incidentChanged({ incidentId, changes: { name: ['Before', 'After'] }, version: 2 })
  const event = { kind, incident_id: incidentId, data: JSON.stringify(data) }
  const { organizationId: organization_id, actorId: actor_id } = scope
  const rows = ids.map((id) => ({ ...event, id, organization_id, actor_id }))
  await scope.database.insertInto('events').values(rows).execute()
}

describe('a stream of live updates', () => {
  test('a stream of live updates sends each change of an incident or comment once, with actor and time', async () => {
    const { call, signIn } = await server.newOrganization()
    const staff = await signIn('member')
    const before = await newIncident(call)
    const stream = await open(staff.cookie)
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')

    const incident = await newIncident(call)
    const body = { relatedEntityId: incident.id, message: 'Beep' }
    const { body: comment } = await call<Comment>('POST', '/comments/by-entity-type/incident', { body })
    await call('PATCH', `/comments/${comment.id}`, { body: { message: 'Beep beep' } })
    await staff.call('PATCH', `/incidents/${incident.id}`, { body: { assigneeId: staff.user.id } })
    await stream.wait('the assignment is sent', about(incident.id, 'incident.changed'))
    expect(stream.events.map(({ event, data }) => [event, data.kind, data.incidentId, data.actorId])).toEqual([
      ['ready', undefined, undefined, undefined],
      ['change', 'incident.created', incident.id, incident.createdBy],
      ['change', 'comment.created', incident.id, incident.createdBy],
      ['change', 'comment.changed', incident.id, incident.createdBy],
      ['change', 'incident.changed', incident.id, staff.user.id],
    ])
    expect(stream.events[1]!.data.at).toBe(incident.createdAt)
    expect(stream.events.some(({ data }) => data.incidentId === before.id)).toBe(false)
  })

  test('a stream of live updates sends a still_here event every 15 seconds', async () => {
    const { signIn } = await server.newOrganization()
    const { cookie } = await signIn('member')
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const stream = await open(cookie)
    vi.advanceTimersByTime(15_000)
    await expect(stream.stillHere).resolves.toBeUndefined()
  })

  test('a stream of live updates sends an incident that another process created', async () => {
    const { key, signIn } = await server.newOrganization()
    const stream = await open((await signIn('member')).cookie)
    const other = await startServer({
      DATABASE_URL: server.environment.DATABASE_URL!,
      DATA_DIR: server.environment.DATA_DIR,
    })
    try {
      const { id } = await newIncident(apiCallerOf(other.url, key))
      await stream.wait('the creation is sent', about(id, 'incident.created'))
      expect(stream.events.map(({ event }) => event)).toEqual(['ready', 'change'])
    } finally {
      await other.end('SIGTERM')
    }
  })

  test('a stream of live updates sends changes in the order of their commits', async () => {
    const { call, scope, signIn } = await server.newOrganization()
    const [slow, quick] = [await newIncident(call), await newIncident(call)]
    const staff = await signIn('member')
    const stream = await open(staff.cookie)
    const assign = (id: string) => staff.call('PATCH', `/incidents/${id}`, { body: { assigneeId: staff.user.id } })
    await scope.transaction(async (inner) => {
      await recordEvent(
        inner,
        incidentChanged({ incidentId: slow.id, changes: { name: ['Before', 'After'] }, version: 2 }),
      )
      await assign(quick.id)
      await stream.wait('the quick change is sent', about(quick.id, 'incident.changed'))
    })
    await stream.wait('the slow change is sent', about(slow.id, 'incident.changed'))
    const sent = stream.events.slice(1)
    expect(sent.map(({ data }) => data.incidentId)).toEqual([quick.id, slow.id])
  })

  test('a stream of live updates sends no change of another organization', async () => {
    const [here, elsewhere] = [await server.newOrganization(), await server.newOrganization()]
    const stream = await open((await here.signIn('member')).cookie)
    await newIncident(elsewhere.call)
    const own = await newIncident(here.call)
    await stream.wait('the own creation is sent', about(own.id, 'incident.created'))
    expect(stream.events.filter(({ event }) => event === 'change')).toHaveLength(1)
  })

  test('a stream of live updates sends the missed changes to a client that reconnects', async () => {
    const { call, signIn } = await server.newOrganization()
    const { cookie } = await signIn('member')
    const first = await open(cookie)
    const received = await newIncident(call)
    const { id: lastId } = await first.wait('the creation is sent', about(received.id, 'incident.created'))
    first.close()
    const missed = await newIncident(call)
    const second = await open(cookie, lastId)
    await second.wait('the missed change is sent', about(missed.id, 'incident.created'))
    expect(second.events.some(({ data }) => data.incidentId === received.id)).toBe(false)
  })

  test('a stream of live updates sends missed changes in the order of their commits, even if the order of their ids is different', async () => {
    const { call, scope, signIn } = await server.newOrganization()
    const { cookie } = await signIn('member')
    const first = await open(cookie)
    const { id: subject } = await newIncident(call)
    const { id: lastId } = await first.wait('the creation is sent', about(subject, 'incident.created'))
    first.close()
    const ids = [-60_000, 60_000, -30_000].map((differenceMs) => uuidv7({ msecs: Date.now() + differenceMs }))
    for (const id of ids) await insertEvents(scope, subject, [id])
    const { id: latest } = await newIncident(call)
    const second = await open(cookie, lastId)
    await second.wait('the latest creation is sent', about(latest, 'incident.created'))
    const sent = second.events.filter(({ event }) => event === 'change')
    expect(sent.map(({ data }) => data.incidentId)).toEqual([subject, subject, subject, latest])
    const numbers = sent.map(({ id }) => Number(id!.split('-')[1]))
    expect(numbers).toEqual(numbers.map((_, index) => numbers[0]! + index))
  })

  test('a stream of live updates sends a change whose transaction took longer than a minute', async () => {
    const { call, scope, signIn } = await server.newOrganization()
    const { id: subject } = await newIncident(call)
    const stream = await open((await signIn('member')).cookie)
    await insertEvents(scope, subject, [uuidv7({ msecs: Date.now() - 90_000 })])
    await stream.wait('the slow change is sent', about(subject, 'incident.changed'))
    expect(stream.events.map(({ event }) => event)).toEqual(['ready', 'change'])
  })

  test('a stream of live updates asks the client to reload if 1,000 changes happen at once', async () => {
    const { call, scope, signIn } = await server.newOrganization()
    const { id: subject } = await newIncident(call)
    const stream = await open((await signIn('member')).cookie)
    await insertEvents(scope, subject, newIds(1_000))
    await stream.wait('a reload is requested', ({ event }) => event === 'reload')
    expect(stream.events.map(({ event }) => event)).toEqual(['ready', 'reload'])
  })

  test('a stream of live updates asks the client to reload if Last-Event-ID is unknown, or if too many events have followed', async () => {
    const { call, scope, signIn } = await server.newOrganization()
    const { cookie } = await signIn('member')
    const { id: subject } = await newIncident(call)
    for (const lastEventId of ['none', '00000000-1']) {
      const unknown = await open(cookie, lastEventId)
      await unknown.wait('a reload is requested', ({ event }) => event === 'reload')
    }
    const before = (await call('GET', '/incidents')).headers.get('tocsin-feed-position')!
    await insertEvents(scope, subject, newIds(1_000))
    const late = await open(cookie, before)
    await late.wait('a reload is requested', (one) => one.event === 'reload')
    expect(late.events.map((one) => one.event).toSorted()).toEqual(['ready', 'reload'])
  })

  test('a stream of live updates ends when its user signs out, and stays open when a colleague signs out', async () => {
    const { call, signIn } = await server.newOrganization()
    const [leaving, staying] = [await signIn('member'), await signIn('member')]
    const [ending, lasting] = [await open(leaving.cookie), await open(staying.cookie)]
    expect(await leaving.call('DELETE', '/session')).toMatchObject({ status: 204 })
    await ending.ended
    const incident = await newIncident(call)
    await lasting.wait('the creation is sent', about(incident.id, 'incident.created'))
    expect(ending.events.some(({ data }) => data.incidentId === incident.id)).toBe(false)
  })

  test('a stream of live updates ends when the role of its user changes, and the user can open another stream', async () => {
    const { call, signIn } = await server.newOrganization()
    const [administrator, member] = [await signIn('administrator'), await signIn('member')]
    const [ending, lasting] = [await open(member.cookie), await open(administrator.cookie)]
    const role = { role: 'administrator' }
    expect(await administrator.call('PATCH', `/users/${member.user.id}`, { body: role })).toMatchObject({ status: 200 })
    await ending.ended
    await open(member.cookie).then((again) => again.wait('it is ready', ({ event }) => event === 'ready'))
    const incident = await newIncident(call)
    await lasting.wait('the creation is sent', about(incident.id, 'incident.created'))
  })

  test('a user may have twenty open streams of live updates, and gets 429 for another stream until a stream is closed', async () => {
    const { cookie } = await (await server.newOrganization()).signIn('member')
    const streams = await Promise.all(Array.from({ length: 20 }, () => open(cookie)))
    const rejected = await openStream(server.url, cookie)
    expect(rejected.response.status).toBe(429)
    expect(rejected.response.headers.get('retry-after')).toBe('60')
    expect(await rejected.response.json()).toMatchObject({ code: 'too_many_streams' })
    streams[0]!.close()
    await expect.poll(async () => (await open(cookie)).response.status).toBe(200)
  })

  test('answers 401 to a request for a stream of live updates without a valid session', async () => {
    expect((await openStream(server.url, 'tocsin_session=none')).response.status).toBe(401)
  })
})

test('a stopping server ends its open streams of live updates', async () => {
  const other = await startServer({
    DATABASE_URL: server.environment.DATABASE_URL!,
    DATA_DIR: server.environment.DATA_DIR,
  })
  const { cookie } = await (await server.newOrganization()).signIn('member')
  const stream = await openStream(other.url, cookie)
  await other.end('SIGTERM')
  await stream.ended
  expect(stream.events.map(({ event }) => event)).toEqual(['ready'])
})
