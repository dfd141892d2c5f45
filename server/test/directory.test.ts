import { randomUUID } from 'node:crypto'
import type { Location, Point, User, WorkflowState } from '@tocsin/contract/api/directory.ts'
import type { ListMeta } from '@tocsin/contract/api/list.ts'
import { describe, expect, test } from 'vitest'
import { addLocation } from '../src/directory/add-location.ts'
import { addPoint } from '../src/directory/add-point.ts'
import { addUser } from '../src/directory/users/add.ts'
import { archiveLocation, archivePoint, archiveUser } from '../src/directory/archive.ts'
import type { OrganizationScope } from '../src/scope.ts'
import type { Call } from './support/caller.ts'
import { eventsOf, newIncident, startTestServer } from './support/harness.ts'
import { walk } from './support/walk.ts'

interface List<Item> {
  data: Item[]
  meta: ListMeta
}

const server = await startTestServer()

const addLocations = async (scope: OrganizationScope, names: string[]): Promise<Location[]> => {
  const locations: Location[] = []
  for (const name of names) locations.push(await addLocation(scope, { name }))
  return locations
}

const newMember = (scope: OrganizationScope, name = 'Maren Holt', email = `${randomUUID()}@example.com`) =>
  addUser(scope, { name, email, role: 'member', password: undefined })

const namesOf = async (call: Call, path: string) =>
  (await call<List<{ name: string }>>('GET', path)).body.data.map(({ name }) => name)

describe('list-locations', () => {
  test('list-locations lists all locations by name, including archived ones', async () => {
    const { scope, callReadOnly } = await server.newOrganization()
    const depot = await addLocation(scope, { name: 'Depot', externalId: 'DEPOT-1' })
    const arcade = await addLocation(scope, { name: 'Arcade' })
    await archiveLocation(scope, depot.id)

    expect(await callReadOnly<List<Location>>('GET', '/locations')).toMatchObject({
      status: 200,
      body: {
        data: [
          { id: arcade.id, name: 'Arcade', externalId: null, archived: false },
          { id: depot.id, name: 'Depot', externalId: 'DEPOT-1', archived: true },
        ],
        meta: { offset: 0, limit: 50, count: 2, sort: null, filter: [], nextCursor: null },
      },
    })
  })

  test('list-locations filters by `archived` and by a part of the name', async () => {
    const { scope, call } = await server.newOrganization()
    const [, closed] = await addLocations(scope, ['Harbour 100%', 'Harbour 1000', 'MARKET ÑU'])
    await archiveLocation(scope, closed!.id)

    expect(await namesOf(call, '/locations?archived=true')).toEqual(['Harbour 1000'])
    expect(await namesOf(call, '/locations?archived=false')).toEqual(['Harbour 100%', 'MARKET ÑU'])
    expect(await namesOf(call, '/locations?archived=in:true,false')).toHaveLength(3)
    expect(await namesOf(call, '/locations?archived[]=true&archived[1]=false')).toHaveLength(3)
    expect(await namesOf(call, '/locations?q=harBOUR')).toEqual(['Harbour 100%', 'Harbour 1000'])
    expect(await namesOf(call, '/locations?q=100%25')).toEqual(['Harbour 100%'])
    expect(await namesOf(call, `/locations?q=${encodeURIComponent('t ñ')}`)).toEqual(['MARKET ÑU'])
    const { body } = await call<List<Location>>('GET', '/locations?archived=true&q=harbour&sort=-name')
    expect(body.meta).toEqual({
      offset: 0,
      limit: 50,
      count: 1,
      sort: '-name',
      filter: [
        { field: 'q', operator: 'contains', values: ['harbour'] },
        { field: 'archived', operator: 'in', values: ['true'] },
      ],
      nextCursor: null,
    })
  })

  test('list-locations sorts by name or id in both directions', async () => {
    const { scope, call } = await server.newOrganization()
    const inOrderOfIds = ['B', 'a', 'A', 'C']
    await addLocations(scope, inOrderOfIds)
    expect(await namesOf(call, '/locations')).toEqual(['A', 'B', 'C', 'a'])
    expect(await namesOf(call, '/locations?sort=-name')).toEqual(['a', 'C', 'B', 'A'])
    expect(await namesOf(call, '/locations?sort=id')).toEqual(inOrderOfIds)
    expect(await namesOf(call, '/locations?sort=-id')).toEqual(inOrderOfIds.toReversed())
    expect(await namesOf(call, '/locations?offset=1&limit=2')).toEqual(['B', 'C'])
  })

  test('`next` links lead through all pages of locations, even if several locations have the same name', async () => {
    const { scope, call } = await server.newOrganization()
    const all = await addLocations(scope, ['B', 'A', 'B', 'B', 'C'])
    const walked = await walk<Location>(call, '/locations?limit=2&sort=-name')
    expect(walked.map(({ id }) => id).toSorted()).toEqual(all.map(({ id }) => id).toSorted())
  })
})

describe('list-points', () => {
  test('list-points lists the points of one location, of several locations or of all locations', async () => {
    const { scope, call } = await server.newOrganization()
    const [depot, arcade, mill] = await addLocations(scope, ['Depot', 'Arcade', 'Mill'])
    const dock = await addPoint(scope, { locationId: depot!.id, name: 'Dock 1' })
    await addPoint(scope, { locationId: arcade!.id, name: 'Till 1' })
    const freezer = await addPoint(scope, { locationId: mill!.id, name: 'Freezer 1' })
    await archivePoint(scope, freezer.id)

    const { body } = await call<List<Point>>('GET', `/points?locationId=${depot!.id.toUpperCase()}`)
    expect(body.data).toEqual([{ id: dock.id, locationId: depot!.id, name: 'Dock 1', archived: false }])
    expect(await namesOf(call, `/points?locationId=in:${depot!.id},${mill!.id}`)).toEqual(['Dock 1', 'Freezer 1'])
    expect(await namesOf(call, '/points')).toEqual(['Dock 1', 'Freezer 1', 'Till 1'])
    expect(await namesOf(call, '/points?archived=true')).toEqual(['Freezer 1'])
    expect(await namesOf(call, `/points?locationId=${randomUUID()}`)).toEqual([])
  })

  test('list-points finds points by their ids, but no point of another organization', async () => {
    const { scope, call } = await server.newOrganization()
    const [depot] = await addLocations(scope, ['Depot'])
    const dock = await addPoint(scope, { locationId: depot!.id, name: 'Dock 1' })
    await addPoint(scope, { locationId: depot!.id, name: 'Dock 2' })
    const other = await server.newOrganization()
    const [harbour] = await addLocations(other.scope, ['Harbour'])
    const quay = await addPoint(other.scope, { locationId: harbour!.id, name: 'Quay' })

    expect(await namesOf(call, `/points?id=${dock.id}`)).toEqual(['Dock 1'])
    expect(await namesOf(call, `/points?id=in:${dock.id},${quay.id}`)).toEqual(['Dock 1'])
    expect(await call('GET', '/points?id=dock')).toMatchObject({ status: 400 })
  })
})

describe('list-users', () => {
  test('list-users lists staff and system users without their e-mail addresses', async () => {
    const { scope, call } = await server.newOrganization()
    const id = await newMember(scope)
    await archiveUser(scope, await newMember(scope, 'Zoë Ritter'))
    const { body } = await call<List<User>>('GET', '/users')
    expect(body.data).toEqual([
      { id: expect.any(String), name: 'External API auditor', kind: 'external_api_auditor', archived: false },
      { id, name: 'Maren Holt', kind: 'staff', archived: false },
      { id: scope.actorId, name: 'Operator', kind: 'operator', archived: false },
      { id: expect.any(String), name: 'Zoë Ritter', kind: 'staff', archived: true },
    ])
    expect(await namesOf(call, '/users?q=holt&archived=false')).toEqual(['Maren Holt'])
  })

  test('list-users includes the External API auditor, who is the creator of incidents made with API keys', async () => {
    const { call } = await server.newOrganization()
    const { createdBy } = await newIncident(call)
    const { body } = await call<List<User>>('GET', '/users?q=auditor')
    expect(body.data).toEqual([expect.objectContaining({ id: createdBy, kind: 'external_api_auditor' })])
  })
})

describe('list-workflow-states', () => {
  test('list-workflow-states lists all states in the order of the workflow, each with the ids of its possible next states', async () => {
    const { call } = await server.newOrganization()
    const { status, body } = await call<List<WorkflowState>>('GET', '/workflow-states')
    expect(status).toBe(200)
    expect(body.data.map(({ name, isInitial, isFinal }) => ({ name, isInitial, isFinal }))).toEqual([
      { name: 'Open', isInitial: true, isFinal: false },
      { name: 'In progress', isInitial: false, isFinal: false },
      { name: 'Resolved', isInitial: false, isFinal: false },
      { name: 'Closed', isInitial: false, isFinal: true },
    ])
    expect(body.meta).toEqual({ offset: 0, limit: 4, count: 4, sort: null, filter: [], nextCursor: null })
    const [open, , , closed] = body.data
    expect(closed!.nextStateIds).toEqual([open!.id])
    expect((await newIncident(call)).stateId).toBe(open!.id)
  })

  test('list-workflow-states rejects search parameters', async () => {
    const { call } = await server.newOrganization()
    const { status, body } = await call('GET', '/workflow-states?limit=2')
    expect(status).toBe(400)
    expect(body.errors).toEqual([expect.objectContaining({ parameter: 'limit', code: 'unknown_parameter' })])
  })
})

describe.each(['/locations', '/points', '/users', '/workflow-states'])('access to the list %s', (path) => {
  test('a list of locations, points, users or states contains no item of another organization and requires an API key', async () => {
    const mine = await server.newOrganization()
    const other = await server.newOrganization()
    const location = await addLocation(mine.scope, { name: 'Depot' })
    await addPoint(mine.scope, { locationId: location.id, name: 'Dock 1' })
    await newMember(mine.scope)
    const ids = async (call: Call) => (await call<List<{ id: string }>>('GET', path)).body.data.map(({ id }) => id)

    const own = await ids(mine.call)
    expect(own.length).toBeGreaterThan(0)
    expect((await ids(other.call)).filter((id) => own.includes(id))).toEqual([])
    expect(await mine.call('GET', path, { headers: { 'x-api-key': '' } })).toMatchObject({ status: 401 })
  })
})

describe.each(['/locations', '/points', '/users'])('search parameters of the list %s', (path) => {
  test.each([
    ['limit=0', 'limit', 'invalid_value'],
    ['offset=x', 'offset', 'invalid_value'],
    ['sort=createdAt', 'sort', 'invalid_value'],
    ['archived=yes', 'archived', 'invalid_value'],
    ['cursor=x', 'cursor', 'invalid_value'],
    ['nam=Depot', 'nam', 'unknown_parameter'],
  ])('rejects the query string "%s" for a list of locations, points or users', async (query, parameter, code) => {
    const { call } = await server.newOrganization()
    const { status, body } = await call('GET', `${path}?${query}`)
    expect(status).toBe(400)
    expect(body.errors).toEqual([expect.objectContaining({ parameter, code })])
  })
})

describe('changes of the directory as the operator', () => {
  test('adding and archiving locations, points and users records events with the operator as actor', async () => {
    const { scope } = await server.newOrganization()
    const location = await addLocation(scope, { name: 'Depot', externalId: 'DEPOT-1' })
    const point = await addPoint(scope, { locationId: location.id, name: 'Dock 1' })
    const userId = await newMember(scope, 'Maren Holt', 'maren.holt@example.com')
    await archiveLocation(scope, location.id)

    const actorId = scope.actorId
    expect(await eventsOf(scope, location.id)).toEqual([
      { kind: 'location.created', actorId, data: { name: 'Depot', externalId: 'DEPOT-1' } },
      { kind: 'location.archived', actorId, data: {} },
    ])
    expect(await eventsOf(scope, point.id)).toEqual([
      { kind: 'point.created', actorId, data: { locationId: location.id, name: 'Dock 1' } },
    ])
    expect(await eventsOf(scope, userId)).toEqual([
      {
        kind: 'user.created',
        actorId,
        data: { name: 'Maren Holt', email: 'maren.holt@example.com', role: 'member' },
      },
    ])
  })

  test('rejects an e-mail address that another user of the organization has, even if it is written in a different case', async () => {
    const { scope } = await server.newOrganization()
    const other = await server.newOrganization()
    await archiveUser(scope, await newMember(scope, 'Maren Holt', 'maren.holt@example.com'))
    await expect(newMember(scope, 'M. Holt', 'Maren.Holt@Example.com')).rejects.toMatchObject({ code: 'email_taken' })
    await expect(newMember(other.scope, 'Maren Holt', 'maren.holt@example.com')).resolves.toEqual(expect.any(String))
  })

  test('rejects a new point at a missing location or at a location of another organization', async () => {
    const { scope } = await server.newOrganization()
    const other = await server.newOrganization()
    const { id } = await addLocation(other.scope, { name: 'Depot' })
    for (const locationId of [id, randomUUID()]) {
      await expect(addPoint(scope, { locationId, name: 'Dock 1' })).rejects.toMatchObject({
        code: 'reference_not_found',
        violations: [expect.objectContaining({ pointer: '/locationId', code: 'location_not_found' })],
      })
    }
  })

  test('archiving a location that is already archived changes nothing', async () => {
    const { scope } = await server.newOrganization()
    const { id } = await addLocation(scope, { name: 'Depot' })
    await archiveLocation(scope, id)
    await archiveLocation(scope, id.toUpperCase())
    expect((await eventsOf(scope, id)).map(({ kind }) => kind)).toEqual(['location.created', 'location.archived'])
  })

  test('does not archive a missing point, a location of another organization or a system user', async () => {
    const { scope } = await server.newOrganization()
    const other = await server.newOrganization()
    const elsewhere = await addLocation(other.scope, { name: 'Depot' })
    const rejection = { code: 'reference_not_found' }
    await expect(archiveLocation(scope, elsewhere.id)).rejects.toMatchObject(rejection)
    await expect(archivePoint(scope, randomUUID())).rejects.toMatchObject(rejection)
    await expect(archiveUser(scope, scope.actorId)).rejects.toMatchObject(rejection)
    expect(await namesOf(other.call, '/locations?archived=false')).toEqual(['Depot'])
  })
})
