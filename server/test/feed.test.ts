import type { Comment } from '@tocsin/contract/api/comment.ts'
import type { FeedEvent, FeedPage } from '@tocsin/contract/api/event.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { beginEpoch } from '../src/events/position-queries.ts'
import { issueKey } from '../src/identity/keys/issue.ts'
import { revokeKey } from '../src/identity/keys/revoke.ts'
import { apiCallerOf, type Call } from './support/caller.ts'
import { commentsPath } from './support/comments.ts'
import { newIncident, startTestServer } from './support/harness.ts'
import { walk } from './support/walk.ts'

const server = await startTestServer()

const startOf = async (call: Call): Promise<string> =>
  (await call('GET', '/incidents?limit=1')).headers.get('tocsin-feed-position')!

const readPage = async (call: Call, after: string, query = ''): Promise<FeedPage> => {
  const { status, body } = await call<FeedPage>('GET', `/events?after=${after}${query}`)
  if (status !== 200) throw new Error(`the feed answered ${JSON.stringify(body)}`)
  return body
}

/** Reads the feed from a position to its end. */
async function readAll(call: Call, after: string, query = ''): Promise<{ events: FeedEvent[]; position: string }> {
  const events: FeedEvent[] = []
  for (let position = after; ;) {
    const page = await readPage(call, position, query)
    events.push(...page.data)
    if (page.meta.isLast) return { events, position: page.meta.position }
    position = page.meta.position
  }
}

describe('the feed', () => {
  test('the feed returns the events recorded after a list was read, each with the current incident or comment', async () => {
    const { call } = await server.newOrganization()
    const start = await startOf(call)
    const { id } = await newIncident(call)
    const { body: changed } = await call<IncidentResponse>('PATCH', `/incidents/${id}`, { body: { priority: 'MAJOR' } })
    const { body: comment } = await call<Comment>('POST', commentsPath, {
      body: { relatedEntityId: id, message: 'Seen' },
    })
    const { events } = await readAll(call, start)

    expect(events).toMatchObject([
      { kind: 'incident.created', kindVersion: 1, incidentId: id, incident: changed, comment: null },
      {
        kind: 'incident.changed',
        incidentId: id,
        data: { changes: { priority: ['NORMAL', 'MAJOR'] }, version: 2 },
        incident: changed,
      },
      { kind: 'comment.created', incidentId: id, data: { commentId: comment.id }, incident: null, comment },
    ])
    expect(new Set(events.map(({ position }) => position)).size).toBe(3)
  })

  test('an event contains the id of the API key that made the change, and null for a change by staff', async () => {
    const { call, scope, signIn } = await server.newOrganization()
    const staff = await signIn('member')
    const { id, key } = await issueKey(scope, { name: 'till', scopes: ['read', 'write'] })
    const withKey = apiCallerOf(server.url, key)
    const start = await startOf(call)
    const incident = await newIncident(withKey)
    await withKey('PATCH', `/incidents/${incident.id}`, { body: { priority: 'MAJOR' } })
    await staff.call('PATCH', `/incidents/${incident.id}`, { body: { priority: 'MINOR' } })
    const { events } = await readAll(call, start)
    expect(events.map(({ keyId }) => keyId)).toEqual([id, id, null])
    expect(events.at(-1)).toMatchObject({ actorId: staff.user.id })
  })

  test('after an incident is deleted, the feed has a deletion event, and the earlier events no longer contain the incident', async () => {
    const { call } = await server.newOrganization()
    const start = await startOf(call)
    const { id } = await newIncident(call)
    await call('DELETE', `/incidents/${id}`)
    const { events } = await readAll(call, start)
    expect(events.map(({ kind, incident }) => [kind, incident])).toEqual([
      ['incident.created', null],
      ['incident.deleted', null],
    ])
  })

  test('a page of the feed has the position of the newest event even if the filter by kind leaves out all events', async () => {
    const { call } = await server.newOrganization()
    const start = await startOf(call)
    await newIncident(call)
    const page = await readPage(call, start, '&kind=in:comment.created,comment.deleted')
    expect(page).toEqual({
      data: [],
      meta: { position: (await readPage(call, start)).meta.position, count: 0, isLast: true },
    })
  })

  test('the feed contains no events about users, API keys or sessions', async () => {
    const { call, signIn } = await server.newOrganization()
    const start = await startOf(call)
    await signIn('member')
    expect((await readAll(call, start)).events).toEqual([])
    expect(await call('GET', '/events?kind=user.signed_in')).toMatchObject({
      status: 400,
      body: { errors: [{ parameter: 'kind', code: 'invalid_value' }] },
    })
  })

  test('reading the feed without a position starts after the newest event, and the next pages contain the later events', async () => {
    const { call } = await server.newOrganization()
    await newIncident(call)
    const { body } = await call<FeedPage>('GET', '/events')
    expect(body).toMatchObject({ data: [], meta: { count: 0, isLast: true } })
    const created: string[] = []
    for (let count = 0; count < 5; count++) created.push((await newIncident(call)).id)
    const { events } = await readAll(call, body.meta.position, '&limit=2')
    expect(events.map(({ incidentId }) => incidentId)).toEqual(created)
  })

  test('a page of the feed contains fewer events if their incidents are long', async () => {
    const { call } = await server.newOrganization()
    const start = await startOf(call)
    for (let count = 0; count < 7; count++) await newIncident(call, { description: 'x'.repeat(900_000) })
    const page = await readPage(call, start)
    expect(page.meta).toMatchObject({ count: 2, isLast: false })
    expect((await readAll(call, start)).events).toHaveLength(7)
  })

  test('a page of the feed contains fewer events if their comments are long', async () => {
    const { call } = await server.newOrganization()
    const { id: relatedEntityId } = await newIncident(call)
    const { body } = await call<Comment>('POST', commentsPath, {
      body: { relatedEntityId, externalId: 'x'.repeat(900_000) },
    })
    const start = await startOf(call)
    for (let count = 0; count < 5; count++) {
      await call('PATCH', `/comments/${body.id}`, { body: { message: `Seen ${count}` } })
    }
    const page = await readPage(call, start)
    expect(page.meta).toMatchObject({ count: 2, isLast: false })
    expect((await readAll(call, start)).events).toHaveLength(5)
  })

  test('the feed contains no events of another organization', async () => {
    const [{ call }, other] = [await server.newOrganization(), await server.newOrganization()]
    const start = await startOf(call)
    await newIncident(other.call)
    expect((await readAll(call, start)).events).toEqual([])
    expect(await other.call('GET', `/events?after=${start}`)).toMatchObject({
      status: 400,
      body: { code: 'position_unknown' },
    })
  })

  test.each(['', '1', 'x-', '-1', 'x-1-1', 'x-99999999999999999999', 'X-1', '../../x-1'])(
    'the feed rejects the position %j',
    async (after) => {
      const { call } = await server.newOrganization()
      const response = await call('GET', `/events?after=${encodeURIComponent(after)}`)
      expect(response).toMatchObject({ status: 400, body: { code: 'position_unknown' } })
    },
  )

  test('the feed rejects a position after the newest event, and every position of an earlier epoch', async () => {
    const { call } = await server.newOrganization()
    const start = await startOf(call)
    const [epoch] = start.split('-')
    const unknown = { status: 400, body: { code: 'position_unknown' } }
    expect(await call('GET', `/events?after=${epoch}-1000`)).toMatchObject(unknown)
    await beginEpoch(server.database.database)
    expect(await call('GET', `/events?after=${start}`)).toMatchObject(unknown)
  })

  test('the feed rejects a position that is older than 30 days, and accepts a position from the last 30 days', async () => {
    const { call, scope } = await server.newOrganization()
    const start = await startOf(call)
    await newIncident(call)
    const middle = (await readAll(call, start)).position
    await newIncident(call)
    await sql`
      update events set at = now() - interval '31 days'
      where organization_id = ${scope.organizationId} and position <= ${Number(middle.split('-')[1])}`.execute(
      scope.database,
    )
    expect(await call('GET', `/events?after=${start}`)).toMatchObject({
      status: 400,
      body: { code: 'position_expired' },
    })
    expect((await readAll(call, middle)).events).toHaveLength(1)
  })
})

describe('waiting for events', () => {
  const wait = { headers: { prefer: 'wait=20' } }

  test('a request with `Prefer: wait` and a kind is answered as soon as an event of this kind is committed', async () => {
    const { call } = await server.newOrganization()
    const start = await startOf(call)
    const waiting = call<FeedPage>('GET', `/events?after=${start}&kind=incident.deleted`, wait)
    const { id } = await newIncident(call)
    await call('DELETE', `/incidents/${id}`)
    const { headers, body } = await waiting
    expect(body.data).toMatchObject([{ kind: 'incident.deleted', incidentId: id }])
    expect(headers.get('preference-applied')).toBe('wait=20')
  })

  test('a request with `Prefer: wait=1` is answered with an empty page after a second without events', async () => {
    const { call } = await server.newOrganization()
    const start = await startOf(call)
    const { body } = await call<FeedPage>('GET', `/events?after=${start}`, { headers: { prefer: 'wait=1' } })
    expect(body).toEqual({ data: [], meta: { position: start, count: 0, isLast: true } })
  })

  test('a request with `Prefer: wait=0` is answered without waiting, and Node prints no warning about a timer', async () => {
    const { call } = await server.newOrganization()
    const start = await startOf(call)
    const warnings: Error[] = []
    const collect = (warning: Error) => warnings.push(warning)
    process.on('warning', collect)
    const { headers, body } = await call<FeedPage>('GET', `/events?after=${start}`, { headers: { prefer: 'wait=0' } })
    process.off('warning', collect)
    expect(body.meta).toEqual({ position: start, count: 0, isLast: true })
    expect([headers.get('preference-applied'), warnings]).toEqual(['wait=0', []])
  })

  test('a waiting request is answered with 401 if its API key is revoked during the wait', async () => {
    const { call, scope } = await server.newOrganization()
    const { id, key } = await issueKey(scope, { name: 'till', scopes: ['read'] })
    const revoked = apiCallerOf(server.url, key)
    const start = await startOf(call)
    const waiting = revoked('GET', `/events?after=${start}`, wait)
    await revokeKey(scope, id)
    await expect.poll(async () => (await revoked('GET', '/events')).status).toBe(401)
    await newIncident(call)
    expect(await waiting).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
  })

  test('while a hundred requests of an organization wait for events, the server answers other requests of the organization', async () => {
    const { call } = await server.newOrganization()
    const start = await startOf(call)
    const waiting = Array.from({ length: 100 }, () => call<FeedPage>('GET', `/events?after=${start}`, wait))
    const { id } = await newIncident(call)
    const responses = await Promise.all(waiting)
    expect(new Set(responses.map(({ body }) => body.data[0]?.incidentId))).toEqual(new Set([id]))
  })
})

test('the list of all comments contains the comments on every incident that is not deleted', async () => {
  const { call } = await server.newOrganization()
  const comments: Comment[] = []
  for (let count = 0; count < 5; count++) {
    const { id } = await newIncident(call)
    const response = await call<Comment>('POST', commentsPath, {
      body: { relatedEntityId: id, message: `No. ${count}` },
    })
    comments.push(response.body)
  }
  await call('DELETE', `/incidents/${comments[1]!.relatedEntityId}`)
  await call('DELETE', `/comments/${comments[2]!.id}`)
  expect(await walk(call, '/comments?limit=2')).toEqual([comments[0], comments[3], comments[4]])
  expect((await call('GET', '/comments')).headers.get('tocsin-feed-position')).toMatch(/^[0-9a-z]+-\d+$/)
})
