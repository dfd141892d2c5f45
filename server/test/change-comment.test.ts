import { randomUUID } from 'node:crypto'
import type { Comment } from '@tocsin/contract/api/comment.ts'
import { describe, expect, test } from 'vitest'
import { deleteIncident } from '../src/incidents/change/delete.ts'
import { createComment, listComments, newSituation } from './support/comments.ts'
import { eventsOf, startTestServer } from './support/harness.ts'

const server = await startTestServer()

describe('update-comment', () => {
  test('updating a comment changes only the fields in the body, and records old and new values in an event', async () => {
    const { call, scope, incident } = await newSituation(server)
    const { body: comment } = await createComment(call, {
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
    expect((await listComments(call, incident.id)).body.data).toEqual([cleared])

    expect((await eventsOf(scope, comment.id)).slice(1)).toEqual([
      { kind: 'comment.changed', actorId: incident.createdBy, data: { changes: { externalId: ['a', 'b'] } } },
      { kind: 'comment.changed', actorId: incident.createdBy, data: { changes: { message: ['Restarted', null] } } },
      { kind: 'comment.changed', actorId: incident.createdBy, data: { changes: { externalId: ['b', null] } } },
    ])
  })

  test('updating a comment records no event if no value changes', async () => {
    const { call, scope, incident } = await newSituation(server)
    const { body: comment } = await createComment(call, { relatedEntityId: incident.id, message: 'Restarted' })
    const response = await call('PATCH', `/comments/${comment.id}`, {
      body: { message: 'Restarted', externalId: null },
    })
    expect(response).toMatchObject({ status: 200, body: comment })
    expect(await eventsOf(scope, comment.id)).toHaveLength(1)
  })

  test.each([
    [{}, '', 'required'],
    [{ message: 'x'.repeat(251) }, '/message', 'too_long'],
    [{ message: 'x', edited: true }, '/edited', 'field_not_allowed'],
    [{ message: ['x'] }, '/message', 'wrong_type'],
  ])('rejects the comment update %j', async (body, pointer, code) => {
    const { call } = await server.newOrganization()
    const response = await call('PATCH', `/comments/${randomUUID()}`, { body })
    expect(response.status).toBe(400)
    expect(response.body.errors).toEqual([expect.objectContaining({ pointer, code })])
  })
})

test('reports violations in the path and in the body of a comment update in one response', async () => {
  const { call } = await server.newOrganization()
  const response = await call('PATCH', '/comments/42', { body: { message: 5 } })
  expect(response).toMatchObject({
    status: 400,
    body: { errors: [{ parameter: 'commentId' }, { pointer: '/message' }] },
  })
  expect(response.body.errors).toHaveLength(2)
})

describe('delete-comment', () => {
  test('deleting a comment answers 204, hides the comment from lists and records an event', async () => {
    const { call, scope, incident } = await newSituation(server)
    const { body: comment } = await createComment(call, { relatedEntityId: incident.id, message: 'Restarted' })
    expect(await call('DELETE', `/comments/${comment.id}`)).toMatchObject({ status: 204, body: undefined })
    expect((await listComments(call, incident.id)).body.data).toEqual([])
    expect(await call('DELETE', `/comments/${comment.id}`)).toMatchObject({ status: 404 })
    expect(await eventsOf(scope, comment.id)).toMatchObject([
      { kind: 'comment.created' },
      { kind: 'comment.deleted', data: { createdBy: incident.createdBy } },
    ])
  })

  test('answers 204 to one of 8 simultaneous requests to delete a comment, and 404 to the other 7', async () => {
    const { call, scope, incident } = await newSituation(server)
    const { body: comment } = await createComment(call, { relatedEntityId: incident.id })
    const responses = await Promise.all(Array.from({ length: 8 }, () => call('DELETE', `/comments/${comment.id}`)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([204, 404, 404, 404, 404, 404, 404, 404])
    expect(await eventsOf(scope, comment.id)).toHaveLength(2)
  })
})

describe.each([
  { operation: 'update-comment', method: 'PATCH', options: { body: { message: 'Replaced' } } },
  { operation: 'delete-comment', method: 'DELETE', options: {} },
])('the operation $operation', ({ operation, method, options }) => {
  test(`${operation} answers 401 to a read-only API key and 404 to an API key of another organization`, async () => {
    const { call, callReadOnly, other, incident } = await newSituation(server)
    const { body: comment } = await createComment(call, { relatedEntityId: incident.id, message: 'Restarted' })
    const address = `/comments/${comment.id}`
    expect(await callReadOnly(method, address, options)).toMatchObject({ status: 401 })
    const missing = await call(method, `/comments/${randomUUID()}`, options)
    expect(missing).toMatchObject({ status: 404, body: { code: 'comment_not_found' } })
    expect((await other.call(method, address, options)).body).toEqual({
      ...missing.body,
      requestId: expect.any(String),
    })
    expect((await listComments(call, incident.id)).body.data).toEqual([comment])
  })

  test(`${operation} rejects a comment that staff wrote and leaves that comment unchanged`, async () => {
    const { call, incident, byStaff } = await newSituation(server)
    const { comment } = await byStaff('Called the engineer')
    expect(await call(method, `/comments/${comment.id}`, options)).toMatchObject({
      status: 400,
      body: { code: 'comment_not_from_api' },
    })
    expect((await listComments(call, incident.id)).body.data).toEqual([comment])
  })

  test(`${operation} answers 404 for a comment of a deleted incident, and 400 for a malformed comment id`, async () => {
    const { call, scope, incident, byStaff } = await newSituation(server)
    const { body: comment } = await createComment(call, { relatedEntityId: incident.id })
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
