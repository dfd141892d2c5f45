import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { integration, reader } from './support/client.ts'
import { comment, findStaffComment } from './support/comments.ts'
import { createIncident } from './support/incidents.ts'
import { invalidRequest, rejectionOf, rejected } from './support/rejection.ts'
import type { Comment } from './support/resources.ts'

const incident = await createIncident()

const read = (id: string) => reader.get<Comment>(`/comments/${id}`)

test('for a comment made through the API, get-comment returns the same body as create-comment', async () => {
  const created = await comment(incident.id, { externalId: 'note-1' })

  expect(await read(created.id)).toMatchObject({ status: 200, body: created })
})

test('get-comment returns the current content of a changed comment', async () => {
  const { id } = await comment(incident.id, { message: 'One' })
  const changed = await integration.patch<Comment>(`/comments/${id}`, { message: 'Two' })

  expect((await read(id)).body).toEqual(changed.body)
})

test('get-comment returns a comment written by staff', async () => {
  const staffComment = await findStaffComment()

  expect(await read(staffComment.id)).toMatchObject({ status: 200, body: staffComment })
})

test('get-comment accepts a comment id in upper case', async () => {
  const { id } = await comment(incident.id)

  expect((await read(id.toUpperCase())).body.id).toBe(id)
})

test('get-comment answers 404 to the id of a deleted comment', async () => {
  const { id } = await comment(incident.id)
  await integration.delete(`/comments/${id}`)

  expect(rejectionOf(await read(id))).toEqual(rejected(404, 'comment_not_found'))
})

test('get-comment answers 404 to the id of a comment whose incident was deleted', async () => {
  const deleted = await createIncident()
  const { id } = await comment(deleted.id)
  await integration.delete(`/incidents/${deleted.id}`)

  expect(rejectionOf(await read(id))).toEqual(rejected(404, 'comment_not_found'))
})

test.each([
  ['unknown', randomUUID()],
  ['of an incident', incident.id],
])('get-comment answers 404 to an id that is %s', async (_, id) => {
  expect(rejectionOf(await read(id))).toEqual(rejected(404, 'comment_not_found'))
})

test('get-comment answers 400 to an id that is not a UUID', async () => {
  expect(rejectionOf(await read('comment-1'))).toEqual(invalidRequest('commentId invalid_format'))
})
