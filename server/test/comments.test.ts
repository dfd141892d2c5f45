import { randomUUID } from 'node:crypto'
import type { Comment } from '@tocsin/contract/api/comment.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { ListMeta } from '@tocsin/contract/api/list.ts'
import { describe, expect, test } from 'vitest'
import { addComment } from '../src/comments/add.ts'
import { deleteIncident } from '../src/incidents/change/delete.ts'
import type { Call } from './support/caller.ts'
import { eventsOf, newIncident, newStaff, pagesOf, startTestServer } from './support/harness.ts'

interface CommentList {
  data: Comment[]
  meta: ListMeta
}

const path = '/comments/by-entity-type/incident'
const server = await startTestServer()

/** An Organization with one Incident, and one that has nothing to do with it. */
async function newSituation() {
  const organization = await server.newOrganization()
  const other = await server.newOrganization()
  const incident = await newIncident(organization.call)
  const staff = await newStaff(organization.scope)
  const byStaff = (message: string) =>
    addComment(staff, { relatedEntityId: incident.id, message }, { madeThroughApi: false })
  return { ...organization, other, incident, staff, byStaff }
}

const create = (call: Call, body: Record<string, unknown>, idempotencyKey?: string) =>
  call<Comment>('POST', path, {
    body,
    headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
  })

const list = (call: Call, relatedEntityId: string, query = '') =>
  call<CommentList>('GET', `${path}?relatedEntityId=${relatedEntityId}${query}`)

describe('create-comment', () => {
  test('answers with the whole Comment, attributed to the External API auditor, and records it', async () => {
    const { call, scope, incident } = await newSituation()
    const { status, body } = await create(call, {
      relatedEntityId: incident.id,
      message: 'Restarted',
      externalId: 'n-7',
    })

    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      relatedEntityId: incident.id,
      message: 'Restarted',
      mediaIds: [],
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      createdBy: incident.createdBy,
      edited: false,
      externalId: 'n-7',
    })
    expect((await list(call, incident.id)).body.data).toEqual([body])
    expect(await eventsOf(scope, body.id)).toEqual([
      {
        kind: 'comment_added',
        actorId: incident.createdBy,
        changes: { relatedEntityId: incident.id, message: 'Restarted', externalId: 'n-7' },
      },
    ])
  })

  test('takes a message that is null, missing or exactly 250 code points long', async () => {
    const { call, incident } = await newSituation()
    for (const [sent, stored] of [
      [null, null],
      [undefined, null],
      ['🧊'.repeat(250), '🧊'.repeat(250)],
      ['', ''],
    ]) {
      const { status, body } = await create(call, { relatedEntityId: incident.id, message: sent })
      expect({ status, message: body.message }).toEqual({ status: 201, message: stored })
    }
  })

  test.each([
    [{ message: '🧊'.repeat(251) }, '/message', 'too_long'],
    [{ message: 5 }, '/message', 'wrong_type'],
    [{ externalId: 5 }, '/externalId', 'wrong_type'],
    [{ message: '\0' }, '/message', 'invalid_text'],
    [{ mediaIds: [] }, '/mediaIds', 'field_not_allowed'],
    [{ createdBy: randomUUID() }, '/createdBy', 'field_not_allowed'],
    [{ relatedEntityId: 'freezer' }, '/relatedEntityId', 'invalid_format'],
    [{ relatedEntityId: undefined }, '/relatedEntityId', 'required'],
  ])('refuses %j', async (fields, pointer, code) => {
    const { call } = await server.newOrganization()
    const incident = await newIncident(call)
    const answer = await call('POST', path, { body: { relatedEntityId: incident.id, ...fields } })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect(answer.body.errors).toEqual([expect.objectContaining({ pointer, code })])
  })

  test('names everything that is wrong at once, a missing Incident too', async () => {
    const { call } = await server.newOrganization()
    const answer = await call('POST', path, {
      body: { relatedEntityId: randomUUID(), message: 'x'.repeat(251), externalId: '\0', note: 1 },
      headers: { 'idempotency-key': 'a b' },
    })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect(answer.body.errors.map(({ pointer, parameter, code }) => `${pointer ?? parameter} ${code}`)).toEqual([
      '/externalId invalid_text',
      '/note field_not_allowed',
      '/message too_long',
      'idempotency-key invalid_format',
      '/relatedEntityId incident_not_found',
    ])
  })

  test.each([['null'], ['[]'], ['"x"'], ['5'], ['']])('refuses the body %s', async (text) => {
    const { key } = await server.newOrganization()
    const answer = await fetch(`${server.url}/api/v1${path}`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: text,
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'invalid_request', errors: [{ pointer: '' }] })
  })

  test('refuses a key that may only read, and knows no Incident that is missing, deleted or of another', async () => {
    const { callReadOnly, call, scope, other, incident } = await newSituation()
    const body = { relatedEntityId: incident.id, message: 'Restarted' }
    expect(await callReadOnly('POST', path, { body })).toMatchObject({
      status: 401,
      body: { code: 'insufficient_scope' },
    })
    const notFound = {
      status: 404,
      body: { code: 'incident_not_found', errors: [{ pointer: '/relatedEntityId', code: 'incident_not_found' }] },
    }
    expect(await create(other.call, body)).toMatchObject(notFound)
    expect(await create(call, { ...body, relatedEntityId: randomUUID() })).toMatchObject(notFound)
    await deleteIncident(scope, incident.id)
    expect(await create(call, body)).toMatchObject(notFound)
  })

  test('leaves lastModifiedAt of the Incident where it is', async () => {
    const { call, incident } = await newSituation()
    await create(call, { relatedEntityId: incident.id, message: 'Restarted' })
    const { body } = await call<IncidentResponse>('GET', `/incidents/${incident.id}`)
    expect(body).toEqual(incident)
  })

  test.each(['issue', 'task'])('has no operation for the entity kind %s yet', async (kind) => {
    const { call, incident } = await newSituation()
    const body = { relatedEntityId: incident.id, message: 'Restarted' }
    const notFound = { status: 404, body: { code: 'route_not_found' } }
    expect(await call('POST', `/comments/by-entity-type/${kind}`, { body })).toMatchObject(notFound)
    expect(await call('GET', `/comments/by-entity-type/${kind}?relatedEntityId=${incident.id}`)).toMatchObject(notFound)
  })
})

describe('Idempotency-Key', () => {
  test('creates one Comment however often it is sent, and tells a retry', async () => {
    const { call, scope, incident } = await newSituation()
    const first = await create(call, { relatedEntityId: incident.id, message: 'Restarted' }, 'till-7/42')
    const retry = await create(call, { message: 'Restarted', relatedEntityId: incident.id.toUpperCase() }, 'till-7/42')

    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(retry).toMatchObject({ status: 201, body: first.body })
    expect(retry.headers.get('idempotent-replayed')).toBe('true')
    expect((await list(call, incident.id)).body.data).toEqual([first.body])
    expect(await eventsOf(scope, first.body.id)).toHaveLength(1)
  })

  test('without it, the same Comment twice is two Comments', async () => {
    const { call, incident } = await newSituation()
    for (const _ of [1, 2]) await create(call, { relatedEntityId: incident.id, message: 'Restarted' })
    expect((await list(call, incident.id)).body.data).toHaveLength(2)
  })

  test('answers a retry with the Comment as it now stands, and a deleted one as it stood', async () => {
    const { call, scope, incident } = await newSituation()
    const body = { relatedEntityId: incident.id, message: 'Restarted' }
    const { body: comment } = await create(call, body, 'k')
    await call('PATCH', `/comments/${comment.id}`, { body: { message: 'Replaced' } })
    const edited = { ...comment, message: 'Replaced', edited: true }
    expect(await create(call, body, 'k')).toMatchObject({ status: 201, body: edited })

    await call('DELETE', `/comments/${comment.id}`)
    expect(await create(call, body, 'k')).toMatchObject({ status: 201, body: edited })
    await deleteIncident(scope, incident.id)
    expect(await create(call, body, 'k')).toMatchObject({ status: 201, body: edited })
  })

  test('with another body is refused, and the Comment it belongs to is named', async () => {
    const { call, incident } = await newSituation()
    const { body: comment } = await create(call, { relatedEntityId: incident.id, message: 'Restarted' }, 'k')
    const refused = { status: 400, body: { code: 'idempotency_key_reused', commentId: comment.id } }
    expect(await create(call, { relatedEntityId: incident.id, message: 'Replaced' }, 'k')).toMatchObject(refused)
    expect(await create(call, { relatedEntityId: randomUUID(), message: 'Restarted' }, 'k')).toMatchObject(refused)
  })

  test('in a burst of good, repeated, reused and misplaced Comments each gets its own right answer', async () => {
    const { call, scope, incident } = await newSituation()
    const body = { relatedEntityId: incident.id, message: 'Restarted' }
    const { body: first } = await create(call, body, 'k')
    const kinds = [
      { send: () => create(call, body), expected: { status: 201, isFirst: false } },
      { send: () => create(call, body, 'k'), expected: { status: 201, isFirst: true } },
      { send: () => create(call, { ...body, message: 'Replaced' }, 'k'), expected: { status: 400, isFirst: false } },
      {
        send: () => create(call, { ...body, relatedEntityId: randomUUID() }),
        expected: { status: 404, isFirst: false },
      },
    ]
    const burst = Array.from({ length: 120 }, (_, index) => kinds[index % kinds.length]!)
    const answers = await Promise.all(burst.map(({ send }) => send()))
    expect(answers.map((answer) => ({ status: answer.status, isFirst: answer.body.id === first.id }))).toEqual(
      burst.map(({ expected }) => expected),
    )
    const { data } = (await list(call, incident.id, '&limit=200')).body
    expect(new Set(data.map(({ id }) => id)).size).toBe(31)
    for (const { id } of data) expect(await eventsOf(scope, id)).toHaveLength(1)
  })

  test('is not used up by a refusal, and belongs to one Organization', async () => {
    const { call, other, incident } = await newSituation()
    expect(await create(call, { relatedEntityId: randomUUID() }, 'k')).toMatchObject({ status: 404 })
    expect(await create(call, { relatedEntityId: incident.id, message: 5 }, 'k')).toMatchObject({ status: 400 })
    expect(await create(call, { relatedEntityId: incident.id }, 'k')).toMatchObject({ status: 201 })

    const elsewhere = await newIncident(other.call)
    const answer = await create(other.call, { relatedEntityId: elsewhere.id }, 'k')
    expect(answer.status).toBe(201)
    expect(answer.headers.get('idempotent-replayed')).toBeNull()
  })

  test.each(['', 'a b', 'naïve', 'x'.repeat(256)])('"%s" is refused', async (key) => {
    const { call, incident } = await newSituation()
    const answer = await call('POST', path, {
      body: { relatedEntityId: incident.id },
      headers: { 'idempotency-key': key },
    })
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ parameter: 'idempotency-key', code: 'invalid_format' }] },
    })
    expect((await list(call, incident.id)).body.data).toEqual([])
  })

  test('of the longest kind is taken', async () => {
    const { call, incident } = await newSituation()
    expect(await create(call, { relatedEntityId: incident.id }, '!~'.repeat(127) + '"')).toMatchObject({ status: 201 })
  })

  test('sent 32 times at once creates exactly one Comment, and all get it', async () => {
    const { call, scope, incident } = await newSituation()
    const body = { relatedEntityId: incident.id, message: 'Restarted' }
    const answers = await Promise.all(Array.from({ length: 32 }, () => create(call, body, 'k')))

    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 32 }, () => 201))
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1)
    expect((await list(call, incident.id)).body.data).toHaveLength(1)
    expect(await eventsOf(scope, answers[0]!.body.id)).toHaveLength(1)
  })
})

describe('update-comment', () => {
  test('changes what is sent, keeps what is not, and records from and to', async () => {
    const { call, scope, incident } = await newSituation()
    const { body: comment } = await create(call, {
      relatedEntityId: incident.id,
      message: 'Restarted',
      externalId: 'a',
    })
    const update = (body: unknown) => call<Comment>('PATCH', `/comments/${comment.id.toUpperCase()}`, { body })

    const renamed = { ...comment, externalId: 'b' }
    expect(await update({ externalId: 'b' })).toMatchObject({ status: 200, body: renamed })
    const edited = { ...renamed, message: null, edited: true }
    expect(await update({ message: null })).toMatchObject({ status: 200, body: edited })
    const cleared = { ...edited, externalId: null }
    expect(await update({ message: null, externalId: null })).toMatchObject({ status: 200, body: cleared })
    expect((await list(call, incident.id)).body.data).toEqual([cleared])

    expect((await eventsOf(scope, comment.id)).slice(1)).toEqual([
      { kind: 'comment_edited', actorId: incident.createdBy, changes: { externalId: ['a', 'b'] } },
      { kind: 'comment_edited', actorId: incident.createdBy, changes: { message: ['Restarted', null] } },
      { kind: 'comment_edited', actorId: incident.createdBy, changes: { externalId: ['b', null] } },
    ])
  })

  test('that changes nothing leaves no trace', async () => {
    const { call, scope, incident } = await newSituation()
    const { body: comment } = await create(call, { relatedEntityId: incident.id, message: 'Restarted' })
    const answer = await call('PATCH', `/comments/${comment.id}`, { body: { message: 'Restarted', externalId: null } })
    expect(answer).toMatchObject({ status: 200, body: comment })
    expect(await eventsOf(scope, comment.id)).toHaveLength(1)
  })

  test.each([
    [{}, '', 'required'],
    [{ message: 'x'.repeat(251) }, '/message', 'too_long'],
    [{ message: 'x', edited: true }, '/edited', 'field_not_allowed'],
    [{ message: ['x'] }, '/message', 'wrong_type'],
  ])('refuses %j', async (body, pointer, code) => {
    const { call } = await server.newOrganization()
    const answer = await call('PATCH', `/comments/${randomUUID()}`, { body })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([expect.objectContaining({ pointer, code })])
  })
})

test('update-comment names what is wrong with the address and with the body at once', async () => {
  const { call } = await server.newOrganization()
  const answer = await call('PATCH', '/comments/42', { body: { message: 5 } })
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ parameter: 'commentId' }, { pointer: '/message' }] } })
  expect(answer.body.errors).toHaveLength(2)
})

describe('delete-comment', () => {
  test('answers without content and records it; the Comment is gone from every read', async () => {
    const { call, scope, incident } = await newSituation()
    const { body: comment } = await create(call, { relatedEntityId: incident.id, message: 'Restarted' })
    expect(await call('DELETE', `/comments/${comment.id}`)).toMatchObject({ status: 204, body: undefined })
    expect((await list(call, incident.id)).body.data).toEqual([])
    expect(await call('DELETE', `/comments/${comment.id}`)).toMatchObject({ status: 404 })
    expect(await eventsOf(scope, comment.id)).toMatchObject([
      { kind: 'comment_added' },
      { kind: 'comment_removed', changes: { relatedEntityId: incident.id } },
    ])
  })

  test('sent 8 times at once succeeds once', async () => {
    const { call, scope, incident } = await newSituation()
    const { body: comment } = await create(call, { relatedEntityId: incident.id })
    const answers = await Promise.all(Array.from({ length: 8 }, () => call('DELETE', `/comments/${comment.id}`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404, 404, 404, 404, 404, 404])
    expect(await eventsOf(scope, comment.id)).toHaveLength(2)
  })
})

describe.each([
  { operation: 'update-comment', method: 'PATCH', options: { body: { message: 'Replaced' } } },
  { operation: 'delete-comment', method: 'DELETE', options: {} },
])('$operation', ({ method, options }) => {
  test('refuses a key that may only read; to another Organization the Comment does not exist', async () => {
    const { call, callReadOnly, other, incident } = await newSituation()
    const { body: comment } = await create(call, { relatedEntityId: incident.id, message: 'Restarted' })
    const address = `/comments/${comment.id}`
    expect(await callReadOnly(method, address, options)).toMatchObject({ status: 401 })
    const missing = await call(method, `/comments/${randomUUID()}`, options)
    expect(missing).toMatchObject({ status: 404, body: { code: 'comment_not_found' } })
    expect((await other.call(method, address, options)).body).toEqual({
      ...missing.body,
      requestId: expect.any(String),
    })
    expect((await list(call, incident.id)).body.data).toEqual([comment])
  })

  test('refuses a Comment of staff, which stays as it is', async () => {
    const { call, incident, byStaff } = await newSituation()
    const { comment } = await byStaff('Called the engineer')
    expect(await call(method, `/comments/${comment.id}`, options)).toMatchObject({
      status: 400,
      body: { code: 'comment_not_from_api' },
    })
    expect((await list(call, incident.id)).body.data).toEqual([comment])
  })

  test('knows no Comment on a deleted Incident, and no malformed identifier', async () => {
    const { call, scope, incident, byStaff } = await newSituation()
    const { body: comment } = await create(call, { relatedEntityId: incident.id })
    const { comment: ofStaff } = await byStaff('Called the engineer')
    await deleteIncident(scope, incident.id)
    for (const { id } of [comment, ofStaff]) {
      expect(await call(method, `/comments/${id}`, options)).toMatchObject({ status: 404 })
    }
    expect(await call(method, '/comments/42', options)).toMatchObject({
      status: 400,
      body: { errors: [{ parameter: 'commentId', code: 'invalid_format' }] },
    })
  })
})

describe('list-comments', () => {
  test('shows Comments of staff and of the API alike, the oldest first', async () => {
    const { call, callReadOnly, incident, staff, byStaff } = await newSituation()
    const first = (await create(call, { relatedEntityId: incident.id, message: '1' })).body
    const { comment: second } = await byStaff('2')
    const third = (await create(call, { relatedEntityId: incident.id, message: '3' })).body
    await create(call, { relatedEntityId: (await newIncident(call)).id, message: 'elsewhere' })

    expect(second).toMatchObject({ createdBy: staff.actorId, message: '2', edited: false })
    expect(await list(callReadOnly, incident.id.toUpperCase())).toMatchObject({
      status: 200,
      body: {
        data: [first, second, third],
        meta: { offset: 0, limit: 50, count: 3, sort: null, filter: [], nextCursor: null },
      },
    })
    const backwards = await list(call, incident.id, '&sort=-createdAt,-id&limit=2&offset=1')
    expect(backwards.body.data).toEqual([second, first])
    expect(backwards.body.meta).toEqual({
      offset: 1,
      limit: 2,
      count: 2,
      sort: '-createdAt,-id',
      filter: [],
      nextCursor: null,
    })
    expect((await list(call, incident.id, '&sort=-id')).body.data).toEqual([third, second, first])
  })

  test.each(['', '&sort=-createdAt', '&sort=-createdAt,id', '&sort=id'])(
    'is walked along "next" without skipping or repeating, whatever is added meanwhile: "%s"',
    async (sort) => {
      const { call, incident } = await newSituation()
      const add = async () => (await create(call, { relatedEntityId: incident.id })).body.id
      const before: string[] = []
      for (let count = 0; count < 7; count++) before.push(await add())

      const walked: string[] = []
      const first = `${path}?relatedEntityId=${incident.id}&limit=2${sort}`
      for await (const { data } of pagesOf<CommentList>(call, first)) {
        walked.push(...data.map(({ id }) => id))
        if (walked.length < 7) await add()
      }
      expect(new Set(walked).size).toBe(walked.length)
      expect(walked.filter((id) => before.includes(id)).toSorted()).toEqual(before.toSorted())
    },
  )

  test('is empty for an Incident without Comments, also beyond the last one', async () => {
    const { call, incident } = await newSituation()
    expect(await list(call, incident.id)).toMatchObject({ status: 200, body: { data: [], meta: { count: 0 } } })
    await create(call, { relatedEntityId: incident.id })
    expect(await list(call, incident.id, '&offset=5')).toMatchObject({ status: 200, body: { data: [] } })
  })

  test('knows no Incident that is missing, deleted or of another Organization', async () => {
    const { call, scope, other, incident } = await newSituation()
    await create(call, { relatedEntityId: incident.id })
    const notFound = {
      status: 404,
      body: { code: 'incident_not_found', errors: [{ parameter: 'relatedEntityId', code: 'incident_not_found' }] },
    }
    expect(await list(other.call, incident.id)).toMatchObject(notFound)
    expect(await list(call, randomUUID())).toMatchObject(notFound)
    await deleteIncident(scope, incident.id)
    expect(await list(call, incident.id)).toMatchObject(notFound)
  })

  test.each([
    ['', 'relatedEntityId', 'required'],
    ['relatedEntityId=', 'relatedEntityId', 'invalid_format'],
    ['relatedEntityId=42', 'relatedEntityId', 'invalid_format'],
    ['relatedEntityId=in:ID', 'relatedEntityId', 'invalid_format'],
    ['relatedEntityId=ID&relatedEntityId=ID', 'relatedEntityId', 'repeated_parameter'],
    ['relatedEntityId=ID&limit=0', 'limit', 'invalid_value'],
    ['relatedEntityId=ID&limit=201', 'limit', 'invalid_value'],
    ['relatedEntityId=ID&offset=-1', 'offset', 'invalid_value'],
    ['relatedEntityId=ID&sort=message', 'sort', 'invalid_value'],
    ['relatedEntityId=ID&cursor=x', 'cursor', 'invalid_value'],
    ['relatedEntityId=ID&typeId=ID', 'typeId', 'unknown_parameter'],
  ])('refuses "%s"', async (query, parameter, code) => {
    const { call } = await server.newOrganization()
    const incident = await newIncident(call)
    const answer = await call('GET', `${path}?${query.replaceAll(/\bID\b/g, incident.id)}`)
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([expect.objectContaining({ parameter, code })])
  })

  test('names everything that is wrong at once, a missing Incident too', async () => {
    const { call } = await server.newOrganization()
    const answer = await call('GET', `${path}?relatedEntityId=${randomUUID()}&limit=0&sort=message`)
    expect(answer.status).toBe(400)
    expect(answer.body.errors.map(({ parameter, code }) => `${parameter} ${code}`)).toEqual([
      'limit invalid_value',
      'sort invalid_value',
      'relatedEntityId incident_not_found',
    ])
  })
})
