import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { integration } from './support/client.ts'
import { comment, findStaffComment, listComments } from './support/comments.ts'
import { createIncident, idsOf } from './support/incidents.ts'
import { invalidRequest, rejectionOf, rejected } from './support/rejection.ts'
import type { Comment, Problem } from './support/resources.ts'

const incident = await createIncident()
const staffComment = await findStaffComment()

const update = (id: string, json: unknown) => integration.patch<Comment & Problem>(`/comments/${id}`, json)
const remove = (id: string) => integration.delete<Problem>(`/comments/${id}`)
const readAgain = async ({ id }: Comment): Promise<Comment | undefined> =>
  (await listComments(incident.id, { limit: 200, sort: '-createdAt' })).body.data.find((one) => one.id === id)

describe('update-comment', () => {
  test('update-comment answers 200 with the changed comment, and list-comments then returns the change', async () => {
    const before = await comment(incident.id, { message: 'Befor', externalId: 'note-1' })

    const { status, body } = await update(before.id, { message: 'Before', externalId: 'note-2' })

    expect({ status, body }).toEqual({
      status: 200,
      body: { ...before, message: 'Before', externalId: 'note-2', edited: true },
    })
    expect(await readAgain(before)).toEqual(body)
  })

  test.each([
    ['message', { message: 'New' }, { message: 'New', edited: true }],
    ['externalId', { externalId: 'note-2' }, { externalId: 'note-2', edited: false }],
  ])('update-comment changes only the field %s when no other field is sent', async (_, change, expected) => {
    const before = await comment(incident.id, { message: 'Old', externalId: 'note-1' })

    expect((await update(before.id, change)).body).toEqual({ ...before, ...expected })
  })

  test.each([
    ['message', { message: null, edited: true }],
    ['externalId', { externalId: null, edited: false }],
  ])('update-comment sets the field %s to null when null is sent', async (field, expected) => {
    const before = await comment(incident.id, { message: 'Old', externalId: 'note-1' })

    expect((await update(before.id, { [field]: null })).body).toEqual({ ...before, ...expected })
  })

  test('update-comment leaves the field edited false when the sent message equals the stored message', async () => {
    const before = await comment(incident.id, { message: 'Same' })

    expect((await update(before.id, { message: 'Same' })).body).toEqual(before)
  })

  test('update-comment never sets the field edited back to false', async () => {
    const { id } = await comment(incident.id, { message: 'One' })
    await update(id, { message: 'Two' })

    expect((await update(id, { message: 'Two', externalId: 'x' })).body.edited).toBe(true)
    expect((await update(id, { message: 'One' })).body.edited).toBe(true)
  })

  test.each([
    ['250 letters', 'm'.repeat(250)],
    ['250 emoji', '🚨'.repeat(250)],
    ['nothing', ''],
  ])('update-comment accepts a message of %s', async (_, message) => {
    const { id } = await comment(incident.id)

    expect((await update(id, { message })).body.message).toBe(message)
  })

  test.each([
    ['a message of 251 code points', { message: '🚨'.repeat(251) }, '/message too_long'],
    ['a message of another type', { message: 1 }, '/message wrong_type'],
    ['an externalId of another type', { externalId: [] }, '/externalId wrong_type'],
    ['another Incident', { message: 'x', relatedEntityId: randomUUID() }, '/relatedEntityId field_not_allowed'],
    ['attachments', { message: 'x', mediaIds: [] }, '/mediaIds field_not_allowed'],
    ['an author', { message: 'x', createdBy: randomUUID() }, '/createdBy field_not_allowed'],
    ['edited', { message: 'x', edited: false }, '/edited field_not_allowed'],
  ])('update-comment rejects a change with %s, and the comment stays unchanged', async (_, change, violation) => {
    const before = await comment(incident.id)

    expect(rejectionOf(await update(before.id, change))).toEqual(invalidRequest(violation))
    expect(await readAgain(before)).toEqual(before)
  })

  test('update-comment rejects a body without any field', async () => {
    const { id } = await comment(incident.id)
    const response = await update(id, {})

    expect(response).toMatchObject({ status: 400, body: { code: 'invalid_request', errors: [{ code: 'required' }] } })
  })

  test('update-comment accepts a comment id in upper case', async () => {
    const { id } = await comment(incident.id)

    expect((await update(id.toUpperCase(), { message: 'New' })).body).toMatchObject({ id, message: 'New' })
  })

  test('a retry of update-comment with the same Idempotency-Key returns the current comment and is marked as a replay', async () => {
    const { id } = await comment(incident.id, { message: 'One' })
    const retried = { headers: { 'idempotency-key': randomUUID() } }
    const first = await integration.patch<Comment>(`/comments/${id}`, { message: 'Two' }, retried)
    const later = await update(id, { message: 'Three' })

    const retry = await integration.patch<Comment>(`/comments/${id}`, { message: 'Two' }, retried)

    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([200, null])
    expect([retry.status, retry.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    expect(retry.body).toEqual(later.body)
  })

  test('update-comment rejects the Idempotency-Key of an earlier change for a different message, and does not store the message', async () => {
    const { id } = await comment(incident.id, { message: 'One' })
    const headers = { 'idempotency-key': randomUUID() }
    const first = await integration.patch<Comment>(`/comments/${id}`, { message: 'Two' }, { headers })

    const response = await integration.patch<Problem>(`/comments/${id}`, { message: 'Three' }, { headers })

    expect(rejectionOf(response)).toMatchObject({ status: 400, code: 'idempotency_key_reused' })
    expect(response.body.commentId).toBe(id)
    expect(await readAgain(first.body)).toEqual(first.body)
  })

  test('update-comment rejects a change to a comment written by staff, and the comment stays unchanged', async () => {
    expect(rejectionOf(await update(staffComment.id, { message: 'x' }))).toEqual(rejected(400, 'comment_not_from_api'))
    expect((await listComments(staffComment.relatedEntityId)).body.data).toContainEqual(staffComment)
  })
})

describe('delete-comment', () => {
  test('delete-comment answers 204 without a body and deletes the comment', async () => {
    const deleted = await comment(incident.id)

    const { status, text } = await remove(deleted.id)

    expect({ status, text }).toEqual({ status: 204, text: '' })
    expect(await readAgain(deleted)).toBeUndefined()
  })

  test.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded'])(
    'delete-comment accepts the content type %s for a request without a body',
    async (type) => {
      const { id } = await comment(incident.id)

      expect((await integration.delete(`/comments/${id}`, { headers: { 'content-type': type } })).status).toBe(204)
    },
  )

  test('delete-comment does not delete other comments of the incident', async () => {
    const own = await createIncident()
    const [remaining, deleted] = [await comment(own.id), await comment(own.id)]

    await remove(deleted.id)

    expect(idsOf((await listComments(own.id)).body.data)).toEqual([remaining.id])
  })

  test('delete-comment rejects the deletion of a comment written by staff, and the comment stays in the list', async () => {
    expect(rejectionOf(await remove(staffComment.id))).toEqual(rejected(400, 'comment_not_from_api'))
    expect((await listComments(staffComment.relatedEntityId)).body.data).toContainEqual(staffComment)
  })

  test('a retry of delete-comment with the same Idempotency-Key answers 204 again and is marked as a replay', async () => {
    const { id } = await comment(incident.id)
    const headers = { 'idempotency-key': randomUUID() }

    const first = await integration.delete(`/comments/${id}`, { headers })
    const retry = await integration.delete(`/comments/${id}`, { headers })

    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([204, null])
    expect([retry.status, retry.headers.get('idempotent-replayed')]).toEqual([204, 'true'])
  })

  test('delete-comment answers one of two concurrent deletions of a comment with 204, and the other with 404', async () => {
    const { id } = await comment(incident.id)

    const responses = await Promise.all([remove(id), remove(id)])

    expect(responses.map(({ status }) => status).toSorted()).toEqual([204, 404])
  })
})

describe.each([
  ['update-comment', (id: string) => update(id, { message: 'x' })],
  ['delete-comment', (id: string) => remove(id)],
])('%s', (_, operation) => {
  test('answers 404 to a change or deletion of a deleted comment', async () => {
    const { id } = await comment(incident.id)
    await remove(id)

    expect(rejectionOf(await operation(id))).toEqual(rejected(404, 'comment_not_found'))
  })

  test('answers 404 to a change or deletion of an unknown comment', async () => {
    expect(rejectionOf(await operation(randomUUID()))).toEqual(rejected(404, 'comment_not_found'))
  })

  test('answers 404 to a change or deletion when the comment id in the URL is the id of an incident', async () => {
    expect(rejectionOf(await operation(incident.id))).toEqual(rejected(404, 'comment_not_found'))
  })

  test.each(['comment-1', '0', randomUUID().slice(1)])(
    'answers 400 to a change or deletion when the comment id in the URL is %j, which is not a UUID',
    async (id) => {
      expect(rejectionOf(await operation(id))).toEqual(invalidRequest('commentId invalid_format'))
    },
  )
})
