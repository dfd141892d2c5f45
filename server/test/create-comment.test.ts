import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { deleteIncident } from '../src/incidents/change/delete.ts'
import { commentsPath, createComment, listComments, newSituation } from './support/comments.ts'
import { readIncident } from './support/console-incidents.ts'
import { eventsOf, newIncident, startTestServer } from './support/harness.ts'

const server = await startTestServer()

describe('create-comment', () => {
  test('creates a comment with the External API auditor as author, returns the whole comment and records an event', async () => {
    const { call, scope, incident } = await newSituation(server)
    const { status, body } = await createComment(call, {
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
    expect((await listComments(call, incident.id)).body.data).toEqual([body])
    expect(await eventsOf(scope, body.id)).toEqual([
      {
        kind: 'comment.created',
        actorId: incident.createdBy,
        data: { message: 'Restarted', externalId: 'n-7' },
      },
    ])
  })

  test('accepts a message that is null, missing, empty or exactly 250 code points long', async () => {
    const { call, incident } = await newSituation(server)
    for (const [sent, stored] of [
      [null, null],
      [undefined, null],
      ['🧊'.repeat(250), '🧊'.repeat(250)],
      ['', ''],
    ]) {
      const { status, body } = await createComment(call, { relatedEntityId: incident.id, message: sent })
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
  ])('rejects a new comment with %j', async (fields, pointer, code) => {
    const { call } = await server.newOrganization()
    const incident = await newIncident(call)
    const response = await call('POST', commentsPath, { body: { relatedEntityId: incident.id, ...fields } })
    expect(response).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect(response.body.errors).toEqual([expect.objectContaining({ pointer, code })])
  })

  test('reports all violations of a new comment in one response, including a missing incident', async () => {
    const { call } = await server.newOrganization()
    const response = await call('POST', commentsPath, {
      body: { relatedEntityId: randomUUID(), message: 'x'.repeat(251), externalId: '\0', note: 1 },
      headers: { 'idempotency-key': 'a b' },
    })
    expect(response).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect(response.body.errors.map(({ pointer, parameter, code }) => `${pointer ?? parameter} ${code}`)).toEqual([
      '/externalId invalid_text',
      '/note field_not_allowed',
      '/message too_long',
      'idempotency-key invalid_format',
      '/relatedEntityId incident_not_found',
    ])
  })

  test.each([['null'], ['[]'], ['"x"'], ['5'], ['']])(
    'rejects a new comment with %s as the request body',
    async (text) => {
      const { key } = await server.newOrganization()
      const response = await fetch(`${server.url}/api/v1${commentsPath}`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: text,
      })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ code: 'invalid_request', errors: [{ pointer: '' }] })
    },
  )

  test('a comment from a read-only API key gets 401, and a comment on an incident of another organization gets 404', async () => {
    const { callReadOnly, call, scope, other, incident } = await newSituation(server)
    const body = { relatedEntityId: incident.id, message: 'Restarted' }
    expect(await callReadOnly('POST', commentsPath, { body })).toMatchObject({
      status: 401,
      body: { code: 'insufficient_scope' },
    })
    const notFound = {
      status: 404,
      body: { code: 'incident_not_found', errors: [{ pointer: '/relatedEntityId', code: 'incident_not_found' }] },
    }
    expect(await createComment(other.call, body)).toMatchObject(notFound)
    expect(await createComment(call, { ...body, relatedEntityId: randomUUID() })).toMatchObject(notFound)
    await deleteIncident(scope, incident.id)
    expect(await createComment(call, body)).toMatchObject(notFound)
  })

  test('leaves lastModifiedAt of the incident unchanged when a comment is added', async () => {
    const { call, incident } = await newSituation(server)
    await createComment(call, { relatedEntityId: incident.id, message: 'Restarted' })
    expect(await readIncident(call, incident.id)).toEqual(incident)
  })

  test.each(['issue', 'task'])('answers 404 to comments on the unknown entity type %s', async (kind) => {
    const { call, incident } = await newSituation(server)
    const body = { relatedEntityId: incident.id, message: 'Restarted' }
    const notFound = { status: 404, body: { code: 'route_not_found' } }
    expect(await call('POST', `/comments/by-entity-type/${kind}`, { body })).toMatchObject(notFound)
    expect(await call('GET', `/comments/by-entity-type/${kind}?relatedEntityId=${incident.id}`)).toMatchObject(notFound)
  })
})

describe('the Idempotency-Key of a comment', () => {
  test('creates one comment per Idempotency-Key and marks the response to a retry as a replay', async () => {
    const { call, scope, incident } = await newSituation(server)
    const first = await createComment(call, { relatedEntityId: incident.id, message: 'Restarted' }, 'till-7/42')
    const retry = await createComment(
      call,
      { message: 'Restarted', relatedEntityId: incident.id.toUpperCase() },
      'till-7/42',
    )

    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(retry).toMatchObject({ status: 201, body: first.body })
    expect(retry.headers.get('idempotent-replayed')).toBe('true')
    expect((await listComments(call, incident.id)).body.data).toEqual([first.body])
    expect(await eventsOf(scope, first.body.id)).toHaveLength(1)
  })

  test('creates two comments when the same body is sent twice without Idempotency-Key', async () => {
    const { call, incident } = await newSituation(server)
    for (const _ of [1, 2]) await createComment(call, { relatedEntityId: incident.id, message: 'Restarted' })
    expect((await listComments(call, incident.id)).body.data).toHaveLength(2)
  })

  test('answers a retry with the current comment, or with the last content of the comment if the comment was deleted', async () => {
    const { call, scope, incident } = await newSituation(server)
    const body = { relatedEntityId: incident.id, message: 'Restarted' }
    const { body: comment } = await createComment(call, body, 'k')
    await call('PATCH', `/comments/${comment.id}`, { body: { message: 'Replaced' } })
    const edited = { ...comment, message: 'Replaced', edited: true }
    expect(await createComment(call, body, 'k')).toMatchObject({ status: 201, body: edited })

    await call('DELETE', `/comments/${comment.id}`)
    expect(await createComment(call, body, 'k')).toMatchObject({ status: 201, body: edited })
    await deleteIncident(scope, incident.id)
    expect(await createComment(call, body, 'k')).toMatchObject({ status: 201, body: edited })
  })

  test('rejects an Idempotency-Key repeated with another body, and reports the id of the comment created with this key', async () => {
    const { call, incident } = await newSituation(server)
    const { body: comment } = await createComment(call, { relatedEntityId: incident.id, message: 'Restarted' }, 'k')
    const rejection = { status: 400, body: { code: 'idempotency_key_reused', commentId: comment.id } }
    expect(await createComment(call, { relatedEntityId: incident.id, message: 'Replaced' }, 'k')).toMatchObject(
      rejection,
    )
    expect(await createComment(call, { relatedEntityId: randomUUID(), message: 'Restarted' }, 'k')).toMatchObject(
      rejection,
    )
  })

  test('answers each of 120 simultaneous valid, repeated and invalid comments correctly', async () => {
    const { call, scope, incident } = await newSituation(server)
    const body = { relatedEntityId: incident.id, message: 'Restarted' }
    const { body: first } = await createComment(call, body, 'k')
    const kinds = [
      { send: () => createComment(call, body), expected: { status: 201, isFirst: false } },
      { send: () => createComment(call, body, 'k'), expected: { status: 201, isFirst: true } },
      {
        send: () => createComment(call, { ...body, message: 'Replaced' }, 'k'),
        expected: { status: 400, isFirst: false },
      },
      {
        send: () => createComment(call, { ...body, relatedEntityId: randomUUID() }),
        expected: { status: 404, isFirst: false },
      },
    ]
    const burst = Array.from({ length: 120 }, (_, index) => kinds[index % kinds.length]!)
    const responses = await Promise.all(burst.map(({ send }) => send()))
    expect(responses.map((response) => ({ status: response.status, isFirst: response.body.id === first.id }))).toEqual(
      burst.map(({ expected }) => expected),
    )
    const { data } = (await listComments(call, incident.id, '&limit=200')).body
    expect(new Set(data.map(({ id }) => id)).size).toBe(31)
    for (const { id } of data) expect(await eventsOf(scope, id)).toHaveLength(1)
  })

  test('the Idempotency-Key of a rejected comment can be used again, and another organization can use the same Idempotency-Key', async () => {
    const { call, other, incident } = await newSituation(server)
    expect(await createComment(call, { relatedEntityId: randomUUID() }, 'k')).toMatchObject({ status: 404 })
    expect(await createComment(call, { relatedEntityId: incident.id, message: 5 }, 'k')).toMatchObject({ status: 400 })
    expect(await createComment(call, { relatedEntityId: incident.id }, 'k')).toMatchObject({ status: 201 })

    const elsewhere = await newIncident(other.call)
    const response = await createComment(other.call, { relatedEntityId: elsewhere.id }, 'k')
    expect(response.status).toBe(201)
    expect(response.headers.get('idempotent-replayed')).toBeNull()
  })

  test.each(['', 'a b', 'naïve', 'x'.repeat(256)])(
    'rejects the malformed Idempotency-Key "%s" of a comment',
    async (key) => {
      const { call, incident } = await newSituation(server)
      const response = await call('POST', commentsPath, {
        body: { relatedEntityId: incident.id },
        headers: { 'idempotency-key': key },
      })
      expect(response).toMatchObject({
        status: 400,
        body: { errors: [{ parameter: 'idempotency-key', code: 'invalid_format' }] },
      })
      expect((await listComments(call, incident.id)).body.data).toEqual([])
    },
  )

  test('accepts an Idempotency-Key of 255 characters', async () => {
    const { call, incident } = await newSituation(server)
    expect(await createComment(call, { relatedEntityId: incident.id }, '!~'.repeat(127) + '"')).toMatchObject({
      status: 201,
    })
  })

  test('creates one comment for 32 simultaneous requests with one Idempotency-Key and returns that comment to all', async () => {
    const { call, scope, incident } = await newSituation(server)
    const body = { relatedEntityId: incident.id, message: 'Restarted' }
    const responses = await Promise.all(Array.from({ length: 32 }, () => createComment(call, body, 'k')))

    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 32 }, () => 201))
    expect(new Set(responses.map((response) => response.body.id)).size).toBe(1)
    expect(responses.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1)
    expect((await listComments(call, incident.id)).body.data).toHaveLength(1)
    expect(await eventsOf(scope, responses[0]!.body.id)).toHaveLength(1)
  })
})
