import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { integration, reader } from './support/client.ts'
import { createIncident, creation, listedIds, readIncident, tryCreation, unique } from './support/incidents.ts'
import { current, initialState, location, older, plainType } from './support/organization.ts'
import { invalidRequest, rejectionOf, rejected } from './support/rejection.ts'
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
  test('get-incident returns the incident for an id in lower case or in upper case', async () => {
    const incident = await createIncident()

    expect(await readIncident(incident.id)).toEqual(incident)
    expect(await readIncident(incident.id.toUpperCase())).toEqual(incident)
  })

  test('get-incident answers 404 to the id of an unknown incident', async () => {
    expect(rejectionOf(await reader.get(`/incidents/${randomUUID()}`))).toEqual(rejected(404, 'incident_not_found'))
  })

  test('get-incident answers 400 to an id that is not a UUID', async () => {
    expect(rejectionOf(await reader.get('/incidents/17'))).toEqual(invalidRequest('id invalid_format'))
  })
})

describe('creation configurations', () => {
  test('the current creation configuration has the highest revision number, and a request with this number returns the same document', async () => {
    expect((await reader.get(`/creation-configurations/${current.revision}`)).body).toEqual(current)
    expect((await reader.get(`/creation-configurations/${current.revision + 1}`)).status).toBe(404)
  })

  test('the previous revision of the creation configuration has other types than the current revision', () => {
    expect(older.revision).toBe(current.revision - 1)
    expect(older.types).not.toEqual(current.types)
  })

  test.each(['999999', '2147483648', '99999999999999999999'])(
    'answers 404 to a request for the unknown creation configuration revision %s',
    async (revision) => {
      expect(rejectionOf(await reader.get(`/creation-configurations/${revision}`))).toEqual(
        rejected(404, 'configuration_not_found'),
      )
    },
  )

  test.each(['0', '-1', '1.5', '1e0', 'newest', '0x1', ' 1'])(
    'answers 400 to %j as the revision number of a creation configuration',
    async (revision) => {
      const response = await reader.get<Problem>(`/creation-configurations/${encodeURIComponent(revision)}`)

      expect({ status: response.status, parameters: response.body.errors.map(({ parameter }) => parameter) }).toEqual({
        status: 400,
        parameters: ['revision'],
      })
    },
  )

  test.each(['current', String(older.revision)])(
    'answers 304 when If-None-Match has the ETag of the creation configuration %s',
    async (name) => {
      const etag = (await reader.get(`/creation-configurations/${name}`)).headers.get('etag')!
      const response = await reader.get(`/creation-configurations/${name}`, { headers: { 'if-none-match': etag } })

      expect({ status: response.status, text: response.text, etag: response.headers.get('etag') }).toEqual({
        status: 304,
        text: '',
        etag,
      })
    },
  )

  test.each(['current', String(older.revision)])(
    'answers 412 when If-Match does not contain the ETag of the creation configuration %s',
    async (name) => {
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
    },
  )

  test('list-incidents ignores the header If-Match', async () => {
    expect((await reader.get('/incidents', { query: { limit: 1 }, headers: { 'if-match': '"zz"' } })).status).toBe(200)
  })

  test('Cache-Control contains immutable for a revision requested by number, but not for the current creation configuration', async () => {
    const revision = await reader.get<Configuration>(`/creation-configurations/${older.revision}`)
    const newest = await reader.get<Configuration>('/creation-configurations/current')

    expect(revision.headers.get('cache-control')).toMatch(/\bimmutable\b/)
    expect(newest.headers.get('cache-control') ?? '').not.toMatch(/\bimmutable\b/)
    expect(revision.headers.get('etag')).not.toBe(newest.headers.get('etag'))
  })

  test('answers 200 to a request for the current creation configuration when If-None-Match has the ETag of another revision', async () => {
    const etag = (await reader.get(`/creation-configurations/${older.revision}`)).headers.get('etag')!

    expect((await reader.get('/creation-configurations/current', { headers: { 'if-none-match': etag } })).status).toBe(
      200,
    )
  })
})

describe('the directory', () => {
  test('list-points returns each point once, and list-locations returns the location of each point', async () => {
    const locations = await walk<Location>(reader, '/locations', { limit: 3 })
    const points = await walk<Point>(reader, '/points', { limit: 7 })
    const ids = new Set(locations.map(({ id }) => id))

    expect(points.filter(({ locationId }) => !ids.has(locationId))).toEqual([])
    expect(new Set(points.map(({ id }) => id)).size).toBe(points.length)
  })

  test('list-points with a locationId returns only the points of that location', async () => {
    const all = await walk<Point>(reader, '/points', {})
    const some = await walk<Point>(reader, '/points', { locationId: location.id })

    expect(some).toEqual(all.filter(({ locationId }) => locationId === location.id))
  })

  test('list-users returns one External API auditor, and no e-mail address or password of a user', async () => {
    const users = await walk<User>(reader, '/users', {})

    expect(users.filter(({ kind }) => kind === 'external_api_auditor')).toHaveLength(1)
    expect(new Set(users.flatMap((user) => Object.keys(user)))).toEqual(new Set(['id', 'name', 'kind', 'archived']))
  })

  test('list-workflow-states returns one initial state, and transitions only between listed states', async () => {
    const { data } = (await reader.get<Page<WorkflowState & { nextStateIds: string[] }>>('/workflow-states')).body
    const ids = new Set(data.map(({ id }) => id))

    expect(data.filter(({ isInitial }) => isInitial)).toHaveLength(1)
    expect(data.flatMap(({ nextStateIds }) => nextStateIds).filter((id) => !ids.has(id))).toEqual([])
  })

  test.each(['/locations', '/points', '/users', '/workflow-states'])(
    'rejects an unknown query parameter of %s',
    async (path) => {
      expect(rejectionOf(await reader.get(path, { query: { colour: 'red' } }))).toEqual(
        invalidRequest('colour unknown_parameter'),
      )
    },
  )

  test.each(['/locations', '/points', '/users'])(
    'reports an invalid limit, offset and sort in one response to a request for %s',
    async (path) => {
      expect(rejectionOf(await reader.get(path, { query: { limit: 201, offset: -1, sort: 'colour' } }))).toEqual(
        invalidRequest('limit invalid_value', 'offset invalid_value', 'sort invalid_value'),
      )
    },
  )
})

const validate = (fields: Record<string, unknown>) =>
  integration.post<Incident & Problem>('/incidents/validate', creation(fields))

describe('validate-incident', () => {
  test('validate-incident answers 200 with the incident that create-incident would create', async () => {
    const fields = { name: unique('Try'), typeId: plainType.id, tags: ['a'] }

    const { status, body } = await validate(fields)

    expect({ status, body }).toMatchObject({ status: 200, body: { ...fields, stateId: initialState.id } })
  })

  test('validate-incident stores nothing, so that a later creation can have the same clientRequestId', async () => {
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
  ])('validate-incident and create-incident reject a creation with the same problem: %s', async (_, fields) => {
    expect(rejectionOf(await validate(fields))).toEqual(rejectionOf(await tryCreation(fields)))
  })

  test('validate-incident answers a repeated creation with a replay, and rejects another body with the same clientRequestId', async () => {
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
