import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { deleteIncident, sendBatch } from './support/changes.ts'
import { apiKey, baseUrl, clientWith, reader, readOnlyApiKey } from './support/client.ts'
import { comment, commentsPath, listComments } from './support/comments.ts'
import { createIncident, creation, getIncident, listedIds, readIncident, unique } from './support/incidents.ts'
import { operations, pathWith, type Operation } from './support/operations.ts'
import { rejectionOf, rejected } from './support/rejection.ts'
import type { Problem } from './support/resources.ts'

const unauthorized = rejected(401, 'unauthorized')

/**
 * Sends a well-formed request for the operation with the API key `key`, or without an API key if `key` is undefined.
 */
const send = (key: string | undefined, operation: Operation) =>
  clientWith(key).send<Problem>(operation.method, pathWith(operation, { revision: '1' }), { json: operation.body?.() })

const lastCharacterChanged = apiKey.slice(0, -1) + (apiKey.endsWith('0') ? '1' : '0')

const wrongKeys: [string, string | undefined][] = [
  ['no key', undefined],
  ['an empty key', ''],
  ['a malformed key', 'secret'],
  ['a long malformed key', 'x'.repeat(5000)],
  ['a key cut off', apiKey.slice(0, -1)],
  ['a key with an additional character', `${apiKey}0`],
  ['a key with another secret', lastCharacterChanged],
  ['a key in upper case', apiKey.toUpperCase()],
  ['an unknown key', apiKey.replace(/_[0-9a-f]+_/, `_${'0'.repeat(32)}_`)],
  ['two keys', `${apiKey}, ${readOnlyApiKey}`],
  [
    'the id of one key with the secret of another',
    [...apiKey.split('_').slice(0, 2), readOnlyApiKey.split('_')[2]].join('_'),
  ],
  ['a key with a scheme', `Bearer ${apiKey}`],
]

describe.each(operations)('$id', (operation) => {
  test.each(wrongKeys)('answers 401 to a request with a missing or invalid API key: %s', async (_, key) => {
    expect(rejectionOf(await send(key, operation))).toEqual(unauthorized)
  })
})

test('a missing API key and every invalid API key get the same problem, except for the requestId', async () => {
  const problems = await Promise.all(
    wrongKeys.map(async ([, key]) => (await clientWith(key).get<Problem>('/incidents')).body),
  )
  const words = problems.map(({ requestId, ...problem }) =>
    JSON.stringify({ ...problem, hasRequestId: requestId !== '' }),
  )

  expect(new Set(words).size).toBe(1)
})

test.each([
  ['the query', `?x-api-key=${apiKey}&api_key=${apiKey}`, {}],
  ['Authorization', '', { authorization: `Bearer ${apiKey}` }],
  ['a cookie', '', { cookie: `x-api-key=${apiKey}` }],
])('answers 401 to an API key sent in %s instead of the x-api-key header', async (_, search, headers) => {
  expect((await fetch(`${baseUrl}/incidents${search}`, { headers })).status).toBe(401)
})

test('accepts the API key in the header X-API-Key, because header names are not case-sensitive', async () => {
  expect((await fetch(`${baseUrl}/incidents?limit=1`, { headers: { 'X-API-Key': apiKey } })).status).toBe(200)
})

test('answers 401 to a request without an API key even if the request is also invalid', async () => {
  const responses = [
    await clientWith(undefined).post('/incidents', { colour: 'red' }),
    await clientWith(undefined).get(`/incidents/no-uuid`),
    await clientWith(undefined).send('POST', '/incidents', {
      body: '{',
      headers: { 'content-type': 'application/json' },
    }),
    await clientWith(undefined).send('POST', '/incidents', { body: 'x', headers: { 'content-type': 'text/plain' } }),
    await clientWith(undefined).delete(`/comments/${randomUUID()}`),
  ]

  expect(responses.map(rejectionOf)).toEqual(responses.map(() => unauthorized))
})

describe('a key that may only read', () => {
  test.each(operations.filter(({ writes }) => !writes))(
    'accepts a read-only API key for the operation $id',
    async (operation) => {
      expect((await send(readOnlyApiKey, operation)).status).not.toBe(401)
    },
  )

  test.each(operations.filter(({ writes }) => writes))(
    'rejects a read-only API key for the operation $id',
    async (operation) => {
      expect(rejectionOf(await send(readOnlyApiKey, operation))).toEqual(rejected(401, 'insufficient_scope'))
    },
  )

  test('a creation with a read-only API key stores no incident', async () => {
    const tag = unique('read-only')

    await reader.post('/incidents', creation({ tags: [tag] }))

    expect(await listedIds({ tags: tag })).toEqual([])
  })

  test('a read-only API key cannot create, change or delete a comment', async () => {
    const incident = await createIncident()
    const existing = await comment(incident.id)

    await reader.post(commentsPath, { relatedEntityId: incident.id, message: 'x' })
    await reader.patch(`/comments/${existing.id}`, { message: 'x' })
    await reader.delete(`/comments/${existing.id}`)

    expect((await listComments(incident.id)).body.data).toEqual([existing])
  })

  test('a read-only API key cannot change, delete or restore an incident, not even through a batch', async () => {
    const [incident, deleted] = [await createIncident(), await createIncident()]
    const tag = unique('read-only')
    await deleteIncident(deleted.id)

    await reader.patch(`/incidents/${incident.id}`, { name: 'x', comment: 'x' })
    await reader.delete(`/incidents/${incident.id}`)
    await reader.post(`/incidents/${deleted.id}/restore`)
    await sendBatch(
      [{ create: creation({ tags: [tag] }) }, { patch: { id: incident.id, body: { name: 'x' } } }],
      reader,
    )

    expect(await readIncident(incident.id)).toEqual(incident)
    expect((await listComments(incident.id)).body.data).toEqual([])
    expect((await getIncident(deleted.id)).status).toBe(404)
    expect(await listedIds({ tags: tag })).toEqual([])
  })

  test('an upload with a read-only API key attaches no file', async () => {
    const incident = await createIncident()
    const body = new FormData()
    body.set('file', new Blob(['x']), 'x.txt')

    await reader.send('POST', `/incidents/${incident.id}/media`, { body })

    expect(await readIncident(incident.id)).toEqual(incident)
  })
})
