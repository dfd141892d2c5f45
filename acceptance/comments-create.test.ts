import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { integration } from './support/client.ts'
import { comment, commentsPath, listComments, tryComment } from './support/comments.ts'
import { createIncident, readIncident, unique } from './support/incidents.ts'
import { auditor } from './support/organization.ts'
import { invalidRequest, rejectionOf, rejected } from './support/rejection.ts'
import type { Comment, Problem } from './support/resources.ts'

const incident = await createIncident()
const relatedEntityId = incident.id

test('create-comment answers 201 with the complete comment', async () => {
  const fields = { relatedEntityId, message: 'The plumber comes at 10.', externalId: unique('note') }

  const { status, body } = await tryComment(fields)

  const { id, createdAt, ...rest } = body
  expect({ status, rest }).toEqual({
    status: 201,
    rest: { ...fields, mediaIds: [], createdBy: auditor.id, edited: false },
  })
  expect(Math.abs(Date.parse(createdAt) - Date.parse(incident.createdAt))).toBeLessThan(60_000)
  expect((await listComments(relatedEntityId, { limit: 200 })).body.data).toContainEqual({ ...rest, id, createdAt })
})

describe('relatedEntityId', () => {
  test('create-comment rejects a body without a relatedEntityId', async () => {
    expect(rejectionOf(await tryComment({ message: 'x' }))).toEqual(invalidRequest('/relatedEntityId required'))
  })

  test.each(['', 'incident-1', randomUUID().slice(1)])(
    'create-comment rejects the relatedEntityId %j, which is not a UUID',
    async (id) => {
      expect(rejectionOf(await tryComment({ relatedEntityId: id }))).toEqual(
        invalidRequest('/relatedEntityId invalid_format'),
      )
    },
  )

  test('create-comment answers 404 to an unknown relatedEntityId', async () => {
    expect(await tryComment({ relatedEntityId: randomUUID(), message: 'x' })).toMatchObject({
      status: 404,
      body: { errors: [{ pointer: '/relatedEntityId', code: 'incident_not_found' }] },
    })
  })

  test('create-comment accepts a relatedEntityId in upper case and returns the id in lower case', async () => {
    expect((await comment(relatedEntityId.toUpperCase())).relatedEntityId).toBe(relatedEntityId)
  })
})

describe('message', () => {
  test.each([
    ['250 letters', 'm'.repeat(250)],
    ['250 emoji', '🚨'.repeat(250)],
    ['two lines', ' two\r\nlines\t'],
    ['empty', ''],
  ])('create-comment accepts this message: %s', async (_, message) => {
    expect((await comment(relatedEntityId, { message })).message).toBe(message)
  })

  test.each([
    ['251 letters', 'm'.repeat(251)],
    ['251 emoji', '🚨'.repeat(251)],
  ])('create-comment rejects a message of %s', async (_, message) => {
    expect(rejectionOf(await tryComment({ relatedEntityId, message }))).toEqual(invalidRequest('/message too_long'))
  })

  test('create-comment accepts null as a message', async () => {
    expect((await comment(relatedEntityId, { message: null })).message).toBeNull()
  })

  test('create-comment returns null as the message when no message is sent', async () => {
    expect((await comment(relatedEntityId, { message: undefined })).message).toBeNull()
  })
})

describe('externalId', () => {
  test('create-comment accepts null as an externalId', async () => {
    expect((await comment(relatedEntityId, { externalId: null })).externalId).toBeNull()
  })

  test('create-comment returns the externalId exactly as sent', async () => {
    const externalId = ' ERP/🚨\\%_ '

    expect((await comment(relatedEntityId, { externalId })).externalId).toBe(externalId)
  })

  test('create-comment returns null as the externalId when no externalId is sent', async () => {
    expect((await comment(relatedEntityId)).externalId).toBeNull()
  })
})

describe('wrong bodies', () => {
  test.each([
    ['relatedEntityId', [null, 1, true, [], {}]],
    ['message', [1, true, [], {}]],
    ['externalId', [1, true, [], {}]],
  ])('create-comment rejects values of a wrong JSON type in the field %s', async (field, values) => {
    for (const value of values) {
      expect(rejectionOf(await tryComment({ relatedEntityId, [field]: value }))).toEqual(
        invalidRequest(`/${field} wrong_type`),
      )
    }
  })

  test.each(['id', 'mediaIds', 'createdAt', 'createdBy', 'edited', 'colour'])(
    'create-comment rejects a body with the field %s, which callers cannot set',
    async (field) => {
      expect(rejectionOf(await tryComment({ relatedEntityId, [field]: null }))).toEqual(
        invalidRequest(`/${field} field_not_allowed`),
      )
    },
  )

  test('create-comment reports every invalid field of a comment in one response', async () => {
    expect(rejectionOf(await tryComment({ message: 1, externalId: 2, colour: 'red' }))).toEqual(
      invalidRequest(
        '/relatedEntityId required',
        '/message wrong_type',
        '/externalId wrong_type',
        '/colour field_not_allowed',
      ),
    )
  })

  test('create-comment reports both a message that is too long and an unknown incident in one response', async () => {
    const response = await tryComment({ relatedEntityId: randomUUID(), message: 'm'.repeat(251) })

    expect(response.status).toBe(400)
    expect(rejectionOf(response).errors).toEqual(['/message too_long', '/relatedEntityId incident_not_found'])
  })
})

test('a new comment does not change lastModifiedAt of its incident', async () => {
  const own = await createIncident()

  await comment(own.id)

  expect(await readIncident(own.id)).toEqual(own)
})

const keyed = (key: string, fields: Record<string, unknown>) =>
  integration.post<Comment & Problem>(commentsPath, fields, { headers: { 'idempotency-key': key } })

describe('Idempotency-Key', () => {
  test('a retry of create-comment with the same Idempotency-Key returns the same comment and is marked as a replay', async () => {
    const key = randomUUID()
    const first = await keyed(key, { relatedEntityId, message: 'Once' })

    const retry = await keyed(key, { message: 'Once', relatedEntityId: relatedEntityId.toUpperCase() })

    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null])
    expect([retry.status, retry.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    expect(retry.body).toEqual(first.body)
  })

  test('a retry of create-comment with the same Idempotency-Key returns the comment with its later changes', async () => {
    const key = randomUUID()
    const first = await keyed(key, { relatedEntityId, message: 'Once' })
    const edited = await integration.patch<Comment>(`/comments/${first.body.id}`, { message: 'Twice' })

    expect((await keyed(key, { relatedEntityId, message: 'Once' })).body).toEqual(edited.body)
  })

  test('a retry of create-comment with the same Idempotency-Key returns a deleted comment as it was before its deletion', async () => {
    const key = randomUUID()
    const first = await keyed(key, { relatedEntityId, message: 'Once' })
    await integration.delete(`/comments/${first.body.id}`)

    const retry = await keyed(key, { relatedEntityId, message: 'Once' })

    expect([retry.status, retry.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    expect(retry.body).toEqual(first.body)
  })

  test.each([
    ['another message', { message: 'Twice' }],
    ['another Incident', { relatedEntityId: randomUUID() }],
    ['a wrong shape', { message: 1 }],
  ])(
    'rejects a different body with the Idempotency-Key of an earlier comment, and returns the id of that comment: %s',
    async (_, change) => {
      const key = randomUUID()
      const first = await keyed(key, { relatedEntityId, message: 'Once' })

      const response = await keyed(key, { relatedEntityId, message: 'Once', ...change })

      expect(rejectionOf(response)).toMatchObject({ status: 400, code: 'idempotency_key_reused' })
      expect(response.body.commentId).toBe(first.body.id)
    },
  )

  test.each([
    ['breaks a rule', { relatedEntityId, message: 'm'.repeat(251) }],
    ['refers to nothing', { relatedEntityId: randomUUID(), message: 'x' }],
  ])(
    'accepts a corrected comment with the Idempotency-Key of a comment that was rejected because it %s',
    async (_, violation) => {
      const key = randomUUID()
      const rejection = await keyed(key, violation)

      const corrected = await keyed(key, { relatedEntityId, message: 'x' })

      expect(rejection.status).toBeGreaterThanOrEqual(400)
      expect([corrected.status, corrected.headers.get('idempotent-replayed')]).toEqual([201, null])
    },
  )

  test('32 concurrent requests with one Idempotency-Key create one comment, and all responses return this comment', async () => {
    const own = await createIncident()
    const key = randomUUID()

    const responses = await Promise.all(
      Array.from({ length: 32 }, () => keyed(key, { relatedEntityId: own.id, message: 'Once' })),
    )

    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1)
    expect((await listComments(own.id)).body.meta.count).toBe(1)
  })

  test('the same body creates two comments when it is sent twice without an Idempotency-Key', async () => {
    const own = await createIncident()
    const first = await comment(own.id)
    const second = await comment(own.id)

    expect(second.id).not.toBe(first.id)
  })
})

test.each(['issue', 'task', 'Incident', 'incidents'])(
  'answers route_not_found to requests for comments of the unsupported entity kind %s',
  async (kind) => {
    const path = `/comments/by-entity-type/${kind}`
    const responses = [
      await integration.get(path, { query: { relatedEntityId } }),
      await integration.post(path, { relatedEntityId, message: 'x' }),
    ]

    expect(responses.map(rejectionOf)).toEqual([rejected(404, 'route_not_found'), rejected(404, 'route_not_found')])
  },
)
