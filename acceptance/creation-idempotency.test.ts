import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { foreignClient, integration, reader } from './support/client.ts'
import { commentsPath } from './support/comments.ts'
import {
  createIncident,
  creation,
  idsOf,
  listIncidents,
  modify,
  sendCreationText,
  tryCreation,
  unique,
} from './support/incidents.ts'
import { location, plainType } from './support/organization.ts'
import { rejectionOf, rejected } from './support/rejection.ts'
import type { Incident, Problem } from './support/resources.ts'

const replayed = (response: { headers: Headers }): string | null => response.headers.get('idempotent-replayed')

test('does not mark the first creation with a clientRequestId as a replay', async () => {
  expect(replayed(await tryCreation())).toBeNull()
})

test('answers a retried creation with 201 and the same incident, and marks the response as a replay', async () => {
  const body = creation({ name: unique('Once'), tags: ['a', 'b'] })
  const first = await integration.post<Incident>('/incidents', body)

  const retry = await integration.post<Incident>('/incidents', body)

  expect({ status: retry.status, body: retry.body, replayed: replayed(retry) }).toEqual({
    status: 201,
    body: first.body,
    replayed: 'true',
  })
})

test('answers a retried creation with the current version of the incident', async () => {
  const body = creation()
  const modified = await modify(await createIncident(body))

  const retry = await integration.post<Incident>('/incidents', body)

  expect(retry.body.mediaIds).toHaveLength(1)
  expect(retry.body).toEqual(modified)
})

test('rejects the retry of a creation if the API key of the retry is read-only', async () => {
  const body = creation()
  await integration.post('/incidents', body)

  expect(rejectionOf(await reader.post('/incidents', body))).toEqual(rejected(401, 'insufficient_scope'))
})

test('create-incident ignores an Idempotency-Key, even if a comment was created with this key', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const { id: relatedEntityId } = await createIncident()
  await integration.post(commentsPath, { relatedEntityId, message: 'Seen.' }, { headers })

  const response = await integration.post<Incident>('/incidents', creation(), { headers })

  expect([response.status, replayed(response)]).toEqual([201, null])
})

const reordered = (text: string): string =>
  JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text) as object).toReversed()))

/** Makes a UUID that starts with a letter, so that its upper-case form differs from its lower-case form. */
const newRequestId = (): string => randomUUID().replace(/^./, 'a')
const written = (id: string): string =>
  `{"clientRequestId":"${id}","name":"Öl","occurredAt":"2026-03-01T08:30:00.000Z","latitude":1,"longitude":2,` +
  `"typeId":"${plainType.id}","tags":["x"]}`

describe('the same body written differently is a retry:', () => {
  test.each<[string, (text: string, id: string) => string]>([
    ['with its fields in another order', (text) => reordered(text)],
    ['with white space', (text) => `\r\n\t ${text.replaceAll(',', ' ,\n\t').replaceAll('":', '" : ')} \n`],
    ['with its clientRequestId in upper case', (text, id) => text.replace(id, id.toUpperCase())],
    ['with its typeId in upper case', (text) => text.replace(plainType.id, plainType.id.toUpperCase())],
    ['with escapes in its texts', (text) => text.replace('Öl', String.raw`\u00d6\u006C`)],
    ['with escapes in its field names', (text) => text.replace('"name"', String.raw`"n\u0061me"`)],
    ['with its numbers written differently', (text) => text.replace('"latitude":1', '"latitude":10.0e-1')],
    ['with its instant in another offset', (text) => text.replace('08:30:00.000Z', '10:30:00+02:00')],
    ['with digits after the milliseconds', (text) => text.replace('00.000Z', '00.0001Z')],
  ])('recognizes a retry that sends the same body %s', async (_, otherwise) => {
    const id = newRequestId()
    const first = await sendCreationText(written(id))

    const retry = await sendCreationText(otherwise(written(id), id))

    expect({ status: retry.status, id: retry.body.id, replayed: replayed(retry) }).toEqual({
      status: 201,
      id: first.body.id,
      replayed: 'true',
    })
  })
})

describe('another body with the same clientRequestId', () => {
  test.each([
    ['another name', { name: 'Another' }],
    ['a field more', { externalId: 'X' }],
    ['a field less', { description: undefined }],
    ['its tags in another order', { tags: ['b', 'a'] }],
    ['null for a field that was not sent', { pointId: null }],
  ])(
    'rejects a different body with the clientRequestId of an existing incident, and returns the id of this incident: %s',
    async (_, change) => {
      const body = creation({ description: 'Once', tags: ['a', 'b'] })
      const first = await integration.post<Incident>('/incidents', body)

      const response = await integration.post<Problem>('/incidents', { ...body, ...change })

      expect(rejectionOf(response)).toMatchObject({ status: 400, code: 'client_request_id_reused' })
      expect(response.body.incidentId).toBe(first.body.id)
    },
  )

  test('a body with a used clientRequestId and an unknown type gets client_request_id_reused instead of invalid_incident', async () => {
    const body = creation()
    await createIncident(body)

    const response = await tryCreation({ ...body, typeId: randomUUID() })

    expect(response).toMatchObject({ status: 400, body: { code: 'client_request_id_reused' } })
  })

  test('a body with a used clientRequestId and a name of a wrong JSON type gets client_request_id_reused instead of invalid_incident', async () => {
    const body = creation()
    const incident = await createIncident(body)

    const response = await tryCreation({ ...body, name: 1 })

    expect(response).toMatchObject({ status: 400, body: { code: 'client_request_id_reused', incidentId: incident.id } })
  })
})

describe('a rejected creation', () => {
  test.each([
    ['an unknown Type', { typeId: randomUUID() }],
    ['an unknown Location', { locationId: randomUUID() }],
    ['a name that is too long', { name: 'n'.repeat(251) }],
    ['an unknown revision', { configVersion: 999_999 }],
  ])('accepts a corrected creation with the clientRequestId of a creation rejected for %s', async (_, violation) => {
    const clientRequestId = randomUUID()
    const rejection = await tryCreation({ clientRequestId, ...violation })

    const corrected = await tryCreation({ clientRequestId, locationId: location.id })

    expect(rejection.status).toBeGreaterThanOrEqual(400)
    expect({ status: corrected.status, replayed: replayed(corrected) }).toEqual({ status: 201, replayed: null })
  })

  test('answers an invalid creation with the same problem when it is sent a second time', async () => {
    const body = creation({ locationId: randomUUID() })

    const responses = [await integration.post('/incidents', body), await integration.post('/incidents', body)]

    expect(responses.map(rejectionOf)).toEqual(
      Array.from({ length: 2 }, () => rejected(404, 'reference_not_found', '/locationId location_not_found')),
    )
  })
})

describe('64 creations at once with one clientRequestId', () => {
  test('64 concurrent creations with the same body create one incident, and all responses return this incident', async () => {
    const tag = unique('at once')
    const body = creation({ tags: [tag] })

    const responses = await Promise.all(
      Array.from({ length: 64 }, () => integration.post<Incident>('/incidents', body)),
    )

    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(idsOf(responses.map((response) => response.body))).size).toBe(1)
    expect(responses.filter((response) => replayed(response) === null)).toHaveLength(1)
    expect((await listIncidents({ tags: tag })).body.meta.count).toBe(1)
  })

  test('64 concurrent creations with one clientRequestId and different bodies create one incident, and 63 rejections contain the id of this incident', async () => {
    const tag = unique('at once')
    const clientRequestId = randomUUID()

    const responses = await Promise.all(
      Array.from({ length: 64 }, (_, index) => tryCreation({ clientRequestId, name: `No. ${index}`, tags: [tag] })),
    )

    const created = responses.filter(({ status }) => status === 201)
    const rejections = responses.filter(({ body }) => body.code === 'client_request_id_reused')
    expect([created.length, rejections.length]).toEqual([1, 63])
    expect(new Set(rejections.map(({ body }) => body.incidentId))).toEqual(new Set([created[0]?.body.id]))
    expect((await listIncidents({ tags: tag })).body.meta.count).toBe(1)
  })
})

test('two organizations can create an incident with the same clientRequestId', async () => {
  const body = creation()
  const ours = await integration.post<Incident>('/incidents', body)

  const theirs = await foreignClient.post<Incident>('/incidents', body)

  expect({ status: theirs.status, replayed: replayed(theirs) }).toEqual({ status: 201, replayed: null })
  expect(theirs.body.id).not.toBe(ours.body.id)
})
