import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { integration, reader } from './support/client.ts'
import { createIncident, creation, listedIds, tryCreation, unique } from './support/incidents.ts'
import { current, initialState, location, older, plainType } from './support/organization.ts'
import { invalidRequest, rejectionOf, refused } from './support/rejection.ts'
import type {
  Configuration,
  Incident,
  Location,
  Page,
  Point,
  Problem,
  User,
  WorkflowState,
} from './support/resources.ts'
import { walk } from './support/walk.ts'

describe('get-incident', () => {
  test('answers with the incident, whatever the case of its id', async () => {
    const incident = await createIncident()

    expect((await reader.get(`/incidents/${incident.id}`)).body).toEqual(incident)
    expect((await reader.get(`/incidents/${incident.id.toUpperCase()}`)).body).toEqual(incident)
  })

  test('get-incident of a missing incident is 404', async () => {
    expect(rejectionOf(await reader.get(`/incidents/${randomUUID()}`))).toEqual(refused(404, 'incident_not_found'))
  })

  test('get-incident with an id that is no UUID is 400', async () => {
    expect(rejectionOf(await reader.get('/incidents/17'))).toEqual(invalidRequest('id invalid_format'))
  })
})

describe('creation configurations', () => {
  test('the current one is the newest revision, under its number as well', async () => {
    expect((await reader.get(`/creation-configurations/${current.revision}`)).body).toEqual(current)
    expect((await reader.get(`/creation-configurations/${current.revision + 1}`)).status).toBe(404)
  })

  test('an older revision stays as it was published', () => {
    expect(older.revision).toBe(current.revision - 1)
    expect(older.types).not.toEqual(current.types)
  })

  test.each(['999999', '2147483648', '99999999999999999999'])('revision %s does not exist', async (revision) => {
    expect(rejectionOf(await reader.get(`/creation-configurations/${revision}`))).toEqual(
      refused(404, 'configuration_not_found'),
    )
  })

  test.each(['0', '-1', '1.5', '1e0', 'newest', '0x1', ' 1'])('%j is no revision number', async (revision) => {
    const answer = await reader.get<Problem>(`/creation-configurations/${encodeURIComponent(revision)}`)

    expect({ status: answer.status, parameters: answer.body.errors.map(({ parameter }) => parameter) }).toEqual({
      status: 400,
      parameters: ['revision'],
    })
  })

  test.each(['current', String(older.revision)])('%s has an ETag, and is not sent to whoever has it', async (name) => {
    const etag = (await reader.get(`/creation-configurations/${name}`)).headers.get('etag')!
    const answer = await reader.get(`/creation-configurations/${name}`, { headers: { 'if-none-match': etag } })

    expect({ status: answer.status, text: answer.text, etag: answer.headers.get('etag') }).toEqual({
      status: 304,
      text: '',
      etag,
    })
  })

  test.each(['current', String(older.revision)])('%s is sent only where If-Match names its ETag', async (name) => {
    const etag = (await reader.get(`/creation-configurations/${name}`)).headers.get('etag')!
    const statusWith = async (headers: Record<string, string>) =>
      (await reader.get(`/creation-configurations/${name}`, { headers })).status

    expect(await statusWith({ 'if-match': `"other", ${etag}` })).toBe(200)
    expect(await statusWith({ 'if-match': '*' })).toBe(200)
    expect(await statusWith({ 'if-match': etag, 'if-none-match': etag })).toBe(304)
    for (const ifMatch of ['"zz"', `W/${etag}`, etag.slice(1, -1)]) {
      expect(await statusWith({ 'if-match': ifMatch, 'if-none-match': etag })).toBe(412)
    }
    expect(await statusWith({ 'if-unmodified-since': 'Fri, 01 Jan 1999 00:00:00 GMT' })).toBe(200)
  })

  test('an operation of the contract ignores If-Match', async () => {
    expect((await reader.get('/incidents', { query: { limit: 1 }, headers: { 'if-match': '"zz"' } })).status).toBe(200)
  })

  test('a revision may be cached for ever, the current one may not', async () => {
    const revision = await reader.get<Configuration>(`/creation-configurations/${older.revision}`)
    const newest = await reader.get<Configuration>('/creation-configurations/current')

    expect(revision.headers.get('cache-control')).toMatch(/\bimmutable\b/)
    expect(newest.headers.get('cache-control') ?? '').not.toMatch(/\bimmutable\b/)
    expect(revision.headers.get('etag')).not.toBe(newest.headers.get('etag'))
  })

  test('the ETag of another revision does not answer 304', async () => {
    const etag = (await reader.get(`/creation-configurations/${older.revision}`)).headers.get('etag')!

    expect((await reader.get('/creation-configurations/current', { headers: { 'if-none-match': etag } })).status).toBe(
      200,
    )
  })
})

describe('the directory', () => {
  test('holds every point in a location of the organization', async () => {
    const locations = await walk<Location>(reader, '/locations', { limit: 3 })
    const points = await walk<Point>(reader, '/points', { limit: 7 })
    const ids = new Set(locations.map(({ id }) => id))

    expect(points.filter(({ locationId }) => !ids.has(locationId))).toEqual([])
    expect(new Set(points.map(({ id }) => id)).size).toBe(points.length)
  })

  test('lists the points of one location', async () => {
    const all = await walk<Point>(reader, '/points', {})
    const some = await walk<Point>(reader, '/points', { locationId: location.id })

    expect(some).toEqual(all.filter(({ locationId }) => locationId === location.id))
  })

  test('has one External API auditor, and tells no e-mail address or password', async () => {
    const users = await walk<User>(reader, '/users', {})

    expect(users.filter(({ kind }) => kind === 'external_api_auditor')).toHaveLength(1)
    expect(new Set(users.flatMap((user) => Object.keys(user)))).toEqual(new Set(['id', 'name', 'kind', 'archived']))
  })

  test('has one initial workflow state, and transitions between its states only', async () => {
    const { data } = (await reader.get<Page<WorkflowState & { nextStateIds: string[] }>>('/workflow-states')).body
    const ids = new Set(data.map(({ id }) => id))

    expect(data.filter(({ isInitial }) => isInitial)).toHaveLength(1)
    expect(data.flatMap(({ nextStateIds }) => nextStateIds).filter((id) => !ids.has(id))).toEqual([])
  })

  test.each(['/locations', '/points', '/users', '/workflow-states'])(
    'refuses an unknown parameter of %s',
    async (path) => {
      expect(rejectionOf(await reader.get(path, { query: { colour: 'red' } }))).toEqual(
        invalidRequest('colour unknown_parameter'),
      )
    },
  )

  test.each(['/locations', '/points', '/users'])('refuses a bad limit, offset and sort of %s at once', async (path) => {
    expect(rejectionOf(await reader.get(path, { query: { limit: 201, offset: -1, sort: 'colour' } }))).toEqual(
      invalidRequest('limit invalid_value', 'offset invalid_value', 'sort invalid_value'),
    )
  })
})

const validate = (fields: Record<string, unknown>) =>
  integration.post<Incident & Problem>('/incidents/validate', creation(fields))

describe('validate-incident', () => {
  test('answers 200 with the incident as it would be', async () => {
    const fields = { name: unique('Try'), typeId: plainType.id, tags: ['a'] }

    const { status, body } = await validate(fields)

    expect({ status, body }).toMatchObject({ status: 200, body: { ...fields, stateId: initialState.id } })
  })

  test('stores nothing and does not use the clientRequestId up', async () => {
    const tag = unique('try')
    const clientRequestId = randomUUID()
    const tried = await validate({ clientRequestId, tags: [tag] })

    expect(await listedIds({ tags: tag })).toEqual([])
    expect((await reader.get(`/incidents/${tried.body.id}`)).status).toBe(404)
    expect((await tryCreation({ clientRequestId, tags: [tag] })).headers.get('idempotent-replayed')).toBeNull()
  })

  test.each([
    ['a faulty shape', { name: 1, colour: 'red' }],
    ['a broken rule', { typeId: randomUUID(), latitude: 1 }],
    ['a missing reference', { locationId: randomUUID(), assigneeId: randomUUID() }],
    ['both', { typeId: randomUUID(), locationId: randomUUID() }],
    ['an unknown revision', { configVersion: 999_999 }],
    ['no name', { name: undefined }],
  ])('refuses what create-incident refuses, in the same way: %s', async (_, fields) => {
    expect(rejectionOf(await validate(fields))).toEqual(rejectionOf(await tryCreation(fields)))
  })

  test('answers for a clientRequestId that is taken as create-incident would', async () => {
    const incident = await createIncident({ name: 'Taken' })
    const fields = { clientRequestId: incident.clientRequestId, name: 'Taken' }
    const replay = await validate(fields)

    expect([replay.body, replay.headers.get('idempotent-replayed')]).toEqual([incident, 'true'])
    expect(await validate({ ...fields, name: 'Other' })).toMatchObject({
      status: 400,
      body: { code: 'client_request_id_reused', incidentId: incident.id },
    })
  })
})
