import { randomUUID } from 'node:crypto'
import type { ConfigurationContent } from '@tocsin/contract/api/configuration.ts'
import type { WorkflowState } from '@tocsin/contract/api/directory.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { ChangeOutcomes, IncidentCount } from '@tocsin/contract/console/incident-change.ts'
import { describe, expect, test } from 'vitest'
import { publishConfiguration } from '../src/configuration/publish.ts'
import { addLocation } from '../src/directory/add-location.ts'
import { addPoint } from '../src/directory/add-point.ts'
import { archiveLocation, archivePoint, archiveUser } from '../src/directory/archive.ts'
import type { OrganizationScope } from '../src/scope.ts'
import type { SignedIn } from './support/console.ts'
import type { Call } from './support/caller.ts'
import { eventsOf, newIncident, newStaff, startTestServer } from './support/harness.ts'
import { holdRow, meetBehind, valuesOf } from './support/lock-waits.ts'

const server = await startTestServer()

async function newTenant() {
  const organization = await server.newOrganization()
  return { ...organization, staff: await organization.signIn('member') }
}

const edit = (staff: SignedIn, { id, lastModifiedAt }: IncidentResponse, body: object) =>
  staff.call<IncidentResponse & { code?: string }>('PATCH', `/incidents/${id}`, {
    body,
    headers: { 'if-match': `"${lastModifiedAt}"` },
  })

const read = async (call: Call, id: string) => (await call<IncidentResponse>('GET', `/incidents/${id}`)).body

async function statesOf(call: Call): Promise<Record<string, string>> {
  const { body } = await call<{ data: WorkflowState[] }>('GET', '/workflow-states')
  return Object.fromEntries(body.data.map(({ name, id }) => [name, id]))
}

const locationOf = async (scope: OrganizationScope, name: string) =>
  (await addLocation(scope, { name, externalId: null })).id

describe('editing an Incident', () => {
  test('changes what is sent, keeps what is not, clears with null, and records from and to', async () => {
    const { staff, call, scope } = await newTenant()
    const locationId = await locationOf(scope, 'Harbour Street')
    const { id: pointId } = await addPoint(scope, { locationId, name: 'Freezer 3' })
    const incident = await newIncident(call, { description: 'Humming', externalId: 'alarm-1', tags: ['a'] })

    const changes = {
      name: 'Freezer 3 is warm',
      description: null,
      priority: 'CRITICAL',
      locationId: locationId.toUpperCase(),
      pointId,
      occurredAt: '2026-03-01T09:30:00+01:00',
      tags: ['cold-chain', 'night'],
      latitude: -54.5,
      longitude: 10,
    }
    const { status, body } = await edit(staff, incident, changes)
    expect(status).toBe(200)
    expect(body).toEqual({
      ...incident,
      ...changes,
      locationId,
      occurredAt: '2026-03-01T08:30:00.000Z',
      lastModifiedAt: expect.any(String),
    })
    expect(body.lastModifiedAt > incident.lastModifiedAt).toBe(true)
    expect(await read(call, incident.id)).toEqual(body)
    expect((await eventsOf(scope, incident.id)).slice(1)).toEqual([
      {
        kind: 'incident_edited',
        actorId: staff.user.id,
        changes: {
          name: [incident.name, 'Freezer 3 is warm'],
          description: ['Humming', null],
          priority: ['NORMAL', 'CRITICAL'],
          locationId: [null, locationId],
          pointId: [null, pointId],
          occurredAt: [incident.occurredAt, '2026-03-01T08:30:00.000Z'],
          tags: [['a'], ['cold-chain', 'night']],
          latitude: [null, -54.5],
          longitude: [null, 10],
        },
      },
    ])
  })

  test('is found under the new name and tags, and no longer under the old', async () => {
    const { staff, call } = await newTenant()
    const incident = await newIncident(call, { name: 'Freezer', tags: ['night'] })
    await edit(staff, incident, { name: 'Oven', tags: ['day'] })
    const found = async (q: string) =>
      (await call<{ data: IncidentResponse[] }>('GET', `/incidents?q=${q}`)).body.data.length
    expect([await found('oven'), await found('DAY'), await found('freezer'), await found('night')]).toEqual([
      1, 1, 0, 0,
    ])
  })

  test('that changes nothing moves nothing and records nothing', async () => {
    const { staff, call, scope } = await newTenant()
    const incident = await newIncident(call, { tags: ['a'] })
    const { status, body } = await edit(staff, incident, { name: incident.name, tags: ['a'], latitude: null })
    expect({ status, body }).toEqual({ status: 200, body: incident })
    expect(await eventsOf(scope, incident.id)).toHaveLength(1)
  })

  test('moves lastModifiedAt on, even where the clock went back', async () => {
    const { staff, call, scope } = await newTenant()
    const { id } = await newIncident(call)
    const lastModifiedAt = '2099-01-01T00:00:00.000Z'
    await scope.database
      .updateTable('incidents')
      .set({ last_modified_at: lastModifiedAt })
      .where('id', '=', id)
      .execute()
    const edited = await edit(staff, await read(call, id), { name: 'Thawed' })
    expect(edited).toMatchObject({ status: 200, body: { lastModifiedAt: '2099-01-01T00:00:00.001Z' } })
  })

  test('of two made from the same sight only one is stored', async () => {
    const { staff, call, scope } = await newTenant()
    const incident = await newIncident(call)
    const outcomes = await meetBehind(scope, holdRow('incidents', incident.id), [
      () => edit(staff, incident, { description: 'one' }),
      () => edit(staff, incident, { description: 'two' }),
    ])
    const answers = valuesOf(outcomes)
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412])
    expect(answers.find(({ status }) => status === 412)!.body.code).toBe('incident_changed')
    const stored = answers.find(({ status }) => status === 200)!.body
    expect(await read(call, incident.id)).toEqual(stored)
  })

  test('has to say what it was made from', async () => {
    const { staff, call } = await newTenant()
    const incident = await newIncident(call)
    const wrong: Record<string, string>[] = [{}, { 'if-match': incident.lastModifiedAt }]
    for (const headers of wrong) {
      const answer = await staff.call('PATCH', `/incidents/${incident.id}`, { body: { name: 'Other' }, headers })
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    }
    expect(await read(call, incident.id)).toEqual(incident)
  })

  test.each([
    [{}, '', 'required'],
    [{ stateId: randomUUID() }, '/stateId', 'field_not_allowed'],
    [{ priority: null }, '/priority', 'wrong_type'],
    [{ name: 'x'.repeat(251) }, '/name', 'too_long'],
    [{ name: null }, '/name', 'required'],
    [{ name: 'a\0b' }, '/name', 'invalid_text'],
    [{ latitude: 91, longitude: 0 }, '/latitude', 'out_of_range'],
    [{ latitude: 1 }, '/longitude', 'coordinates_incomplete'],
    [{ pointId: randomUUID() }, '/pointId', 'location_required'],
    [{ typeId: randomUUID() }, '/typeId', 'unknown_type'],
  ])('with %j is refused and stores nothing', async (body, pointer, code) => {
    const { staff, call, scope } = await newTenant()
    const incident = await newIncident(call)
    const answer = await edit(staff, incident, body)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect(answer.body).toHaveProperty('errors', expect.arrayContaining([expect.objectContaining({ pointer, code })]))
    expect(await read(call, incident.id)).toEqual(incident)
    expect(await eventsOf(scope, incident.id)).toHaveLength(1)
  })

  test('refuses what is archived or elsewhere, tells what does not exist, and leaves what was there before', async () => {
    const { staff, call, scope } = await newTenant()
    const [here, there] = [await locationOf(scope, 'Here'), await locationOf(scope, 'There')]
    const { id: pointThere } = await addPoint(scope, { locationId: there, name: 'Door' })
    const incident = await newIncident(call, { locationId: here })
    await archiveLocation(scope, here)

    for (const body of [{ locationId: randomUUID() }, { locationId: randomUUID(), pointId: pointThere }]) {
      const missing = await edit(staff, incident, body)
      expect(missing).toMatchObject({ status: 404, body: { code: 'reference_not_found' } })
      expect(missing.body).toHaveProperty('errors', [expect.objectContaining({ pointer: '/locationId' })])
    }
    const elsewhere = await edit(staff, incident, { pointId: pointThere })
    expect(elsewhere.body).toHaveProperty('errors', [
      expect.objectContaining({ pointer: '/pointId', code: 'point_not_in_location' }),
    ])
    const { status, body: kept } = await edit(staff, incident, { name: 'Still here' })
    expect({ status, locationId: kept.locationId }).toEqual({ status: 200, locationId: here })

    const { body: moved } = await edit(staff, kept, { locationId: there, pointId: pointThere })
    const back = await edit(staff, moved, { locationId: here, pointId: null })
    expect(back.body).toHaveProperty('errors', [
      expect.objectContaining({ pointer: '/locationId', code: 'location_archived' }),
    ])
  })

  test('leaves an archived Point and assignee where they were, and takes no archived Point anew', async () => {
    const { staff, call, scope } = await newTenant()
    const locationId = await locationOf(scope, 'Here')
    const { id: pointId } = await addPoint(scope, { locationId, name: 'Door' })
    const assigneeId = (await newStaff(scope)).actorId
    const incident = await newIncident(call, { locationId, pointId, assigneeId })
    await archivePoint(scope, pointId)
    await archiveUser(scope, assigneeId)

    const kept = await edit(staff, incident, { name: 'Still here' })
    expect(kept).toMatchObject({ status: 200, body: { pointId, assigneeId } })
    const { body: cleared } = await edit(staff, kept.body, { pointId: null })
    const back = await edit(staff, cleared, { pointId })
    expect(back.body).toHaveProperty('errors', [
      expect.objectContaining({ pointer: '/pointId', code: 'point_archived' }),
    ])
  })

  test('follows the configuration that was published a moment ago', async () => {
    const { staff, call, scope } = await newTenant()
    const incident = await newIncident(call)
    const typeId = randomUUID()
    const profileId = randomUUID()
    const draft = (active: boolean): ConfigurationContent => ({
      types: [{ id: typeId, name: 'Cooling', active, profileId: null }],
      categories: [],
      profiles: [{ id: profileId, name: 'Standard', fields: {} }],
      defaultProfileId: profileId,
    })
    await publishConfiguration(scope, draft(true))
    const { body: typed } = await edit(staff, incident, { typeId })
    expect(typed).toMatchObject({ typeId, creationConfigVersion: incident.creationConfigVersion })
    await publishConfiguration(scope, draft(false))
    expect(await edit(staff, typed, { description: 'Type kept' })).toMatchObject({ status: 200, body: { typeId } })
    const other = await newIncident(call)
    expect(await edit(staff, other, { typeId })).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  })
})

test('changes of one Incident that were made at the same time stand on its timeline in the order in which they took effect', async () => {
  const { staff, call, scope } = await newTenant()
  const others = await Promise.all(Array.from({ length: 6 }, () => newStaff(scope)))
  for (let round = 0; round < 10; round++) {
    const incident = await newIncident(call)
    const assign = (assigneeId: string) =>
      staff.call('POST', `/incidents/${incident.id}/assignee`, { body: { assigneeId } })
    await Promise.all(others.map(({ actorId }) => assign(actorId)))
    const steps = (await eventsOf(scope, incident.id))
      .slice(1)
      .map(({ changes }) => changes.assigneeId as [string, string])
    expect(steps.map(([from]) => from)).toEqual([null, ...steps.map(([, to]) => to)].slice(0, -1))
  }
})

describe('transitions', () => {
  test('follow the workflow, are recorded, and are done once', async () => {
    const { staff, call, scope } = await newTenant()
    const states = await statesOf(call)
    const incident = await newIncident(call)
    const path = `/incidents/${incident.id}/transition`
    const body = { stateId: states.Resolved!.toUpperCase() }
    const { status, body: moved } = await staff.call<IncidentResponse>('POST', path, { body })
    expect(status).toBe(200)
    expect(moved).toEqual({ ...incident, stateId: states.Resolved, lastModifiedAt: moved.lastModifiedAt })
    expect(moved.lastModifiedAt > incident.lastModifiedAt).toBe(true)

    expect(await staff.call('POST', path, { body })).toMatchObject({ status: 200, body: moved })
    expect((await eventsOf(scope, incident.id)).slice(1)).toEqual([
      {
        kind: 'incident_transitioned',
        actorId: staff.user.id,
        changes: { stateId: [states.Open, states.Resolved] },
      },
    ])
  })

  test('that the workflow does not have are refused, naming those it has', async () => {
    const { staff, call } = await newTenant()
    const states = await statesOf(call)
    const incident = await newIncident(call)
    const to = (stateId: string) => staff.call('POST', `/incidents/${incident.id}/transition`, { body: { stateId } })
    await to(states.Closed!)
    expect(await to(states.Resolved!)).toMatchObject({
      status: 409,
      body: { code: 'transition_not_allowed', detail: expect.stringContaining('"Open"') },
    })
    expect(await to(randomUUID())).toMatchObject({ status: 409, body: { code: 'transition_not_allowed' } })
    expect((await read(call, incident.id)).stateId).toBe(states.Closed)
  })
})

describe('assignment', () => {
  test('gives, takes back, and is recorded', async () => {
    const { staff, call, scope } = await newTenant()
    const incident = await newIncident(call)
    const assign = (assigneeId: string | null) =>
      staff.call<IncidentResponse>('POST', `/incidents/${incident.id}/assignee`, { body: { assigneeId } })
    const colleague = (await newStaff(scope)).actorId
    expect(await assign(colleague)).toMatchObject({ status: 200, body: { assigneeId: colleague } })
    expect(await assign(colleague)).toMatchObject({ status: 200, body: { assigneeId: colleague } })
    expect(await assign(null)).toMatchObject({ status: 200, body: { assigneeId: null } })
    expect((await eventsOf(scope, incident.id)).slice(1)).toEqual([
      { kind: 'incident_assigned', actorId: staff.user.id, changes: { assigneeId: [null, colleague] } },
      { kind: 'incident_assigned', actorId: staff.user.id, changes: { assigneeId: [colleague, null] } },
    ])
  })

  test('to nobody of the Organization, or to somebody archived, is refused', async () => {
    const { staff, call, scope } = await newTenant()
    const incident = await newIncident(call)
    const stranger = (await newStaff((await server.newOrganization()).scope)).actorId
    const gone = (await newStaff(scope)).actorId
    await archiveUser(scope, gone)
    const assign = (assigneeId: string) =>
      staff.call('POST', `/incidents/${incident.id}/assignee`, { body: { assigneeId } })
    expect(await assign(stranger)).toMatchObject({ status: 404, body: { code: 'reference_not_found' } })
    expect(await assign(gone)).toMatchObject({ status: 400, body: { errors: [{ code: 'assignee_archived' }] } })
    expect(await read(call, incident.id)).toEqual(incident)
  })
})

describe('the priority', () => {
  test('is changed whatever else was changed meanwhile, is recorded, and done once', async () => {
    const { staff, call, scope } = await newTenant()
    const incident = await newIncident(call)
    await edit(staff, incident, { name: 'Since then' })
    const prioritize = () =>
      staff.call<IncidentResponse>('POST', `/incidents/${incident.id}/priority`, { body: { priority: 'CRITICAL' } })
    const { status, body } = await prioritize()
    expect(status).toBe(200)
    expect(body).toEqual({
      ...incident,
      name: 'Since then',
      priority: 'CRITICAL',
      lastModifiedAt: expect.any(String),
    })
    expect(body.lastModifiedAt > incident.lastModifiedAt).toBe(true)
    expect(await read(call, incident.id)).toEqual(body)
    expect(await prioritize()).toMatchObject({ status: 200, body })
    expect((await eventsOf(scope, incident.id)).slice(2)).toEqual([
      { kind: 'incident_edited', actorId: staff.user.id, changes: { priority: ['NORMAL', 'CRITICAL'] } },
    ])
  })

  test.each([
    ['URGENT', 'not_allowed_value'],
    ['critical', 'not_allowed_value'],
    [null, 'wrong_type'],
  ])('%j is none, and is refused as %s', async (priority, code) => {
    const { staff, call } = await newTenant()
    const incident = await newIncident(call)
    const answer = await staff.call('POST', `/incidents/${incident.id}/priority`, { body: { priority } })
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', errors: [{ pointer: '/priority', code }] },
    })
    expect(await read(call, incident.id)).toEqual(incident)
  })

  test('of several Incidents is changed by one event each, and not of those of others', async () => {
    const { staff, call, scope } = await newTenant()
    const other = await newTenant()
    const [minor, major] = [
      await newIncident(call, { priority: 'MINOR' }),
      await newIncident(call, { priority: 'MAJOR' }),
    ]
    const foreign = await newIncident(other.call)
    const { body } = await staff.call<ChangeOutcomes>('POST', '/incidents/prioritize', {
      body: { incidentIds: [minor.id, foreign.id, major.id], priority: 'MAJOR' },
    })
    expect(body.outcomes).toMatchObject([
      { incidentId: minor.id, outcome: 'done', code: null },
      { incidentId: foreign.id, outcome: 'refused', code: 'incident_not_found' },
      { incidentId: major.id, outcome: 'done', code: null },
    ])
    expect((await eventsOf(scope, minor.id)).slice(1)).toEqual([
      { kind: 'incident_edited', actorId: staff.user.id, changes: { priority: ['MINOR', 'MAJOR'] } },
    ])
    expect(await eventsOf(scope, major.id)).toHaveLength(1)
    expect(await read(other.call, foreign.id)).toEqual(foreign)
  })
})

describe('several Incidents at once', () => {
  test('each is done or refused by itself, and told so', async () => {
    const { staff, call } = await newTenant()
    const other = await newTenant()
    const states = await statesOf(call)
    const [first, closed] = [await newIncident(call), await newIncident(call)]
    await staff.call('POST', `/incidents/${closed.id}/transition`, { body: { stateId: states.Closed } })
    const foreign = await newIncident(other.call)

    const incidentIds = [first.id, closed.id, foreign.id]
    const moved = await staff.call<ChangeOutcomes>('POST', '/incidents/transition', {
      body: { incidentIds, stateId: states.Resolved },
    })
    expect(moved.body.outcomes).toMatchObject([
      { incidentId: first.id, outcome: 'done', code: null },
      { incidentId: closed.id, outcome: 'refused', code: 'transition_not_allowed' },
      { incidentId: foreign.id, outcome: 'refused', code: 'incident_not_found' },
    ])
    const assigned = await staff.call<ChangeOutcomes>('POST', '/incidents/assign', {
      body: { incidentIds, assigneeId: staff.user.id },
    })
    expect(assigned.body.outcomes.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'refused'])
    expect(await read(call, first.id)).toMatchObject({ stateId: states.Resolved, assigneeId: staff.user.id })
    expect(await read(call, closed.id)).toMatchObject({ stateId: states.Closed, assigneeId: staff.user.id })
    expect(await read(other.call, foreign.id)).toEqual(foreign)
  })

  test('are 200 at most, each named once', async () => {
    const { staff } = await newTenant()
    const many = Array.from({ length: 201 }, () => randomUUID())
    for (const incidentIds of [[], many, [many[0], many[0]]]) {
      const answer = await staff.call('POST', '/incidents/assign', { body: { incidentIds, assigneeId: null } })
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    }
  })
})

test('a deleted Incident is gone, by whoever deleted it', async () => {
  const { staff, call, scope } = await newTenant()
  const incident = await newIncident(call)
  expect(await staff.call('DELETE', `/incidents/${incident.id}`)).toMatchObject({ status: 204 })
  expect(await call('GET', `/incidents/${incident.id}`)).toMatchObject({ status: 404 })
  expect(await staff.call('DELETE', `/incidents/${incident.id}`)).toMatchObject({ status: 404 })
  expect((await eventsOf(scope, incident.id)).at(-1)).toMatchObject({
    kind: 'incident_removed',
    actorId: staff.user.id,
  })
})

describe('the list of the console', () => {
  test('tells assigned from unassigned, which the external API does not', async () => {
    const { staff, call } = await newTenant()
    const [free, taken] = [await newIncident(call), await newIncident(call, { assigneeId: staff.user.id })]
    const list = async (query: string) =>
      (await staff.call<{ data: IncidentResponse[] }>('GET', `/incidents?${query}`)).body.data.map(({ id }) => id)
    expect(await list('assigned=false')).toEqual([free.id])
    expect(await list('assigned=true')).toEqual([taken.id])
    expect(await list('assigned=in:true,false&sort=createdAt')).toEqual([free.id, taken.id])
    const external = await call('GET', '/incidents?assigned=false', { headers: { prefer: 'handling=strict' } })
    expect(external).toMatchObject({
      status: 400,
      body: { errors: [{ parameter: 'assigned', code: 'unknown_parameter' }] },
    })
  })

  test('counts what a filter finds', async () => {
    const { staff, call } = await newTenant()
    for (const priority of ['MAJOR', 'MAJOR', 'MINOR'] as const) await newIncident(call, { priority })
    const count = async (query: string) => (await staff.call<IncidentCount>('GET', `/incidents/count?${query}`)).body
    expect(await count('')).toEqual({ count: 3, hasMore: false })
    expect(await count('priority=MAJOR&assigned=false')).toEqual({ count: 2, hasMore: false })
    expect(await count('q=none')).toEqual({ count: 0, hasMore: false })
    expect(await staff.call('GET', '/incidents/count?limit=2')).toMatchObject({ status: 400 })
    expect(await staff.call('GET', '/incidents/count?priority=none')).toMatchObject({ status: 400 })
  })
})
