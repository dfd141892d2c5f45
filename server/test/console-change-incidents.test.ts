import { randomUUID } from 'node:crypto'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { IncidentCount } from '@tocsin/contract/console/incident-change.ts'
import { describe, expect, test } from 'vitest'
import { archiveUser } from '../src/directory/archive.ts'
import { editIncident, newTenant, readIncident, statesOf } from './support/console-incidents.ts'
import { eventsOf, newIncident, newStaff, startTestServer } from './support/harness.ts'

const server = await startTestServer()

test('records simultaneous changes of one incident in the order in which the changes took effect', async () => {
  const { staff, call, scope } = await newTenant(server)
  const others = await Promise.all(Array.from({ length: 6 }, () => newStaff(scope)))
  for (let round = 0; round < 10; round++) {
    const incident = await newIncident(call)
    const assign = (assigneeId: string) => staff.call('PATCH', `/incidents/${incident.id}`, { body: { assigneeId } })
    await Promise.all(others.map(({ actorId }) => assign(actorId)))
    const steps = (await eventsOf(scope, incident.id))
      .slice(1)
      .map(({ data }) => (data.changes as Record<string, [string, string]>).assigneeId!)
    expect(steps.map(([from]) => from)).toEqual([null, ...steps.map(([, to]) => to)].slice(0, -1))
  }
})

describe('transitions of an incident', () => {
  test('moves an incident to another state, and records one event even if the request is repeated', async () => {
    const { staff, call, scope } = await newTenant(server)
    const states = await statesOf(call)
    const incident = await newIncident(call)
    const path = `/incidents/${incident.id}`
    const body = { stateId: states.Resolved!.toUpperCase() }
    const { status, body: moved } = await staff.call<IncidentResponse>('PATCH', path, { body })
    expect(status).toBe(200)
    expect(moved).toEqual({
      ...incident,
      stateId: states.Resolved,
      lastModifiedAt: moved.lastModifiedAt,
      version: 2,
    })
    expect(moved.lastModifiedAt > incident.lastModifiedAt).toBe(true)

    expect(await staff.call('PATCH', path, { body })).toMatchObject({ status: 200, body: moved })
    expect((await eventsOf(scope, incident.id)).slice(1)).toEqual([
      {
        kind: 'incident.changed',
        actorId: staff.user.id,
        data: { changes: { stateId: [states.Open, states.Resolved] }, version: 2 },
      },
    ])
  })

  test('rejects a transition that the workflow does not allow, and reports the allowed states', async () => {
    const { staff, call } = await newTenant(server)
    const states = await statesOf(call)
    const incident = await newIncident(call)
    const to = (stateId: string) => staff.call('PATCH', `/incidents/${incident.id}`, { body: { stateId } })
    await to(states.Closed!)
    expect(await to(states.Resolved!)).toMatchObject({
      status: 400,
      body: {
        code: 'transition_not_allowed',
        detail: expect.stringContaining('"Open"'),
        nextStates: [{ id: states.Open, name: 'Open' }],
      },
    })
    expect(await to(randomUUID())).toMatchObject({
      status: 404,
      body: { code: 'reference_not_found', errors: [{ pointer: '/stateId', code: 'state_not_found' }] },
    })
    expect((await readIncident(call, incident.id)).stateId).toBe(states.Closed)
  })
})

describe('the assignee of an incident', () => {
  test('assigns and unassigns an incident and records one event for each change', async () => {
    const { staff, call, scope } = await newTenant(server)
    const incident = await newIncident(call)
    const assign = (assigneeId: string | null) =>
      staff.call<IncidentResponse>('PATCH', `/incidents/${incident.id}`, { body: { assigneeId } })
    const colleague = (await newStaff(scope)).actorId
    expect(await assign(colleague)).toMatchObject({ status: 200, body: { assigneeId: colleague } })
    expect(await assign(colleague)).toMatchObject({ status: 200, body: { assigneeId: colleague } })
    expect(await assign(null)).toMatchObject({ status: 200, body: { assigneeId: null } })
    expect((await eventsOf(scope, incident.id)).slice(1)).toEqual([
      {
        kind: 'incident.changed',
        actorId: staff.user.id,
        data: { changes: { assigneeId: [null, colleague] }, version: 2 },
      },
      {
        kind: 'incident.changed',
        actorId: staff.user.id,
        data: { changes: { assigneeId: [colleague, null] }, version: 3 },
      },
    ])
  })

  test('rejects an assignee who is archived or belongs to another organization', async () => {
    const { staff, call, scope } = await newTenant(server)
    const incident = await newIncident(call)
    const foreign = (await newStaff((await server.newOrganization()).scope)).actorId
    const archived = (await newStaff(scope)).actorId
    await archiveUser(scope, archived)
    const assign = (assigneeId: string) => staff.call('PATCH', `/incidents/${incident.id}`, { body: { assigneeId } })
    expect(await assign(foreign)).toMatchObject({ status: 404, body: { code: 'reference_not_found' } })
    expect(await assign(archived)).toMatchObject({ status: 400, body: { errors: [{ code: 'assignee_archived' }] } })
    expect(await readIncident(call, incident.id)).toEqual(incident)
  })
})

describe('the priority of an incident', () => {
  test('setting the priority of an incident preserves an earlier edit, and records one event even if the request is repeated', async () => {
    const { staff, call, scope } = await newTenant(server)
    const incident = await newIncident(call)
    await editIncident(staff, incident, { name: 'Since then' })
    const setPriority = () =>
      staff.call<IncidentResponse>('PATCH', `/incidents/${incident.id}`, { body: { priority: 'CRITICAL' } })
    const { status, body } = await setPriority()
    expect(status).toBe(200)
    expect(body).toEqual({
      ...incident,
      name: 'Since then',
      priority: 'CRITICAL',
      lastModifiedAt: expect.any(String),
      version: 3,
    })
    expect(body.lastModifiedAt > incident.lastModifiedAt).toBe(true)
    expect(await readIncident(call, incident.id)).toEqual(body)
    expect(await setPriority()).toMatchObject({ status: 200, body })
    expect((await eventsOf(scope, incident.id)).slice(2)).toEqual([
      {
        kind: 'incident.changed',
        actorId: staff.user.id,
        data: { changes: { priority: ['NORMAL', 'CRITICAL'] }, version: 3 },
      },
    ])
  })

  test.each([
    ['URGENT', 'not_allowed_value'],
    ['critical', 'not_allowed_value'],
    [null, 'wrong_type'],
  ])('rejects the priority %j with the violation %s', async (priority, code) => {
    const { staff, call } = await newTenant(server)
    const incident = await newIncident(call)
    const response = await staff.call('PATCH', `/incidents/${incident.id}`, { body: { priority } })
    expect(response).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', errors: [{ pointer: '/priority', code }] },
    })
    expect(await readIncident(call, incident.id)).toEqual(incident)
  })
})

test('deletes an incident and records the user who deleted the incident', async () => {
  const { staff, call, scope } = await newTenant(server)
  const incident = await newIncident(call)
  expect(await staff.call('DELETE', `/incidents/${incident.id}`)).toMatchObject({ status: 204 })
  expect(await call('GET', `/incidents/${incident.id}`)).toMatchObject({ status: 404 })
  expect(await staff.call('DELETE', `/incidents/${incident.id}`)).toMatchObject({ status: 404 })
  expect((await eventsOf(scope, incident.id)).at(-1)).toMatchObject({
    kind: 'incident.deleted',
    actorId: staff.user.id,
  })
})

describe('the list of incidents in the console', () => {
  test('the console can filter incidents by `assigned`, and the external API rejects the filter `assigned`', async () => {
    const { staff, call } = await newTenant(server)
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

  test('the console can filter incidents by the time of occurrence, and the external API rejects filters by this time', async () => {
    const { staff, call } = await newTenant(server)
    const [first, second] = ['2026-02-27T10:00:00.000Z', '2026-03-01T08:30:00.000Z']
    const early = await newIncident(call, { occurredAt: first })
    const late = await newIncident(call, { occurredAt: second })
    const list = async (query: string) =>
      (await staff.call<{ data: IncidentResponse[] }>('GET', `/incidents?${query}`)).body.data.map(({ id }) => id)
    expect(await list(`occurredFrom=${second}`)).toEqual([late.id])
    expect(await list(`occurredUntil=${first}&sort=-occurredAt`)).toEqual([early.id])
    expect(await list(`occurredFrom=${first}&occurredUntil=${second}&sort=-occurredAt`)).toEqual([late.id, early.id])
    const external = await call('GET', `/incidents?occurredFrom=${first}`, { headers: { prefer: 'handling=strict' } })
    expect(external).toMatchObject({
      status: 400,
      body: { errors: [{ parameter: 'occurredFrom', code: 'unknown_parameter' }] },
    })
  })

  test('counts the incidents that match a filter', async () => {
    const { staff, call } = await newTenant(server)
    for (const priority of ['MAJOR', 'MAJOR', 'MINOR'] as const) await newIncident(call, { priority })
    const count = async (query: string) => (await staff.call<IncidentCount>('GET', `/incidents/count?${query}`)).body
    expect(await count('')).toEqual({ count: 3, hasMore: false })
    expect(await count('priority=MAJOR&assigned=false')).toEqual({ count: 2, hasMore: false })
    expect(await count('q=none')).toEqual({ count: 0, hasMore: false })
    expect(await staff.call('GET', '/incidents/count?limit=2')).toMatchObject({ status: 400 })
    expect(await staff.call('GET', '/incidents/count?priority=none')).toMatchObject({ status: 400 })
  })
})
