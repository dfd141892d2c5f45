import { randomUUID } from 'node:crypto'
import type { ConfigurationContent } from '@tocsin/contract/api/configuration.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { describe, expect, test } from 'vitest'
import { publishConfiguration } from '../src/configuration/publish.ts'
import { addLocation } from '../src/directory/add-location.ts'
import { addPoint } from '../src/directory/add-point.ts'
import { archiveLocation, archivePoint, archiveUser } from '../src/directory/archive.ts'
import type { OrganizationScope } from '../src/scope.ts'
import { editIncident, newTenant, readIncident } from './support/console-incidents.ts'
import { eventsOf, newIncident, newStaff, startTestServer } from './support/harness.ts'
import { lockRow, meetBehind, valuesOf } from './support/lock-waits.ts'

const server = await startTestServer()

const locationOf = async (scope: OrganizationScope, name: string) =>
  (await addLocation(scope, { name, externalId: null })).id

describe('editing an incident', () => {
  test('an edit changes only the fields in the body, clears a field with null and records old and new values', async () => {
    const { staff, call, scope } = await newTenant(server)
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
    const { status, body } = await editIncident(staff, incident, changes)
    expect(status).toBe(200)
    expect(body).toEqual({
      ...incident,
      ...changes,
      locationId,
      occurredAt: '2026-03-01T08:30:00.000Z',
      lastModifiedAt: expect.any(String),
      version: 2,
    })
    expect(body.lastModifiedAt > incident.lastModifiedAt).toBe(true)
    expect(await readIncident(call, incident.id)).toEqual(body)
    expect((await eventsOf(scope, incident.id)).slice(1)).toEqual([
      {
        kind: 'incident.changed',
        actorId: staff.user.id,
        data: {
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
          version: 2,
        },
      },
    ])
  })

  test('the search finds an edited incident by the new name and tags, not by the old name and tags', async () => {
    const { staff, call } = await newTenant(server)
    const incident = await newIncident(call, { name: 'Freezer', tags: ['night'] })
    await editIncident(staff, incident, { name: 'Oven', tags: ['day'] })
    const found = async (q: string) =>
      (await call<{ data: IncidentResponse[] }>('GET', `/incidents?q=${q}`)).body.data.length
    expect([await found('oven'), await found('DAY'), await found('freezer'), await found('night')]).toEqual([
      1, 1, 0, 0,
    ])
  })

  test('an edit that changes no value does not modify the incident and records no event', async () => {
    const { staff, call, scope } = await newTenant(server)
    const incident = await newIncident(call, { tags: ['a'] })
    const { status, body } = await editIncident(staff, incident, { name: incident.name, tags: ['a'], latitude: null })
    expect({ status, body }).toEqual({ status: 200, body: incident })
    expect(await eventsOf(scope, incident.id)).toHaveLength(1)
  })

  test('an edit advances lastModifiedAt even if lastModifiedAt is in the future because the clock was set back', async () => {
    const { staff, call, scope } = await newTenant(server)
    const { id } = await newIncident(call)
    const lastModifiedAt = '2099-01-01T00:00:00.000Z'
    await scope.database
      .updateTable('incidents')
      .set({ last_modified_at: lastModifiedAt })
      .where('id', '=', id)
      .execute()
    const edited = await editIncident(staff, await readIncident(call, id), { name: 'Thawed' })
    expect(edited).toMatchObject({ status: 200, body: { lastModifiedAt: '2099-01-01T00:00:00.001Z' } })
  })

  test('stores one of two simultaneous edits of the same version of an incident and answers 412 to the other edit', async () => {
    const { staff, call, scope } = await newTenant(server)
    const incident = await newIncident(call)
    const outcomes = await meetBehind(scope, lockRow('incidents', incident.id), [
      () => editIncident(staff, incident, { description: 'one' }),
      () => editIncident(staff, incident, { description: 'two' }),
    ])
    const responses = valuesOf(outcomes)
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 412])
    expect(responses.find(({ status }) => status === 412)!.body.code).toBe('incident_changed')
    const stored = responses.find(({ status }) => status === 200)!.body
    expect(await readIncident(call, incident.id)).toEqual(stored)
  })

  test.each(['1', '""1"', 'W/1', '"1" "2"', '"1",,"2"', ''])(
    'rejects an edit with the header `If-Match: %s`',
    async (ifMatch) => {
      const { staff, call } = await newTenant(server)
      const incident = await newIncident(call)
      const response = await staff.call('PATCH', `/incidents/${incident.id}`, {
        body: { name: 'Other' },
        headers: { 'if-match': ifMatch },
      })
      expect(response).toMatchObject({
        status: 400,
        body: {
          code: 'invalid_request',
          errors: [
            { parameter: 'if-match', message: expect.stringContaining('an ETag in double quotes, such as "3"') },
          ],
        },
      })
      expect(await readIncident(call, incident.id)).toEqual(incident)
    },
  )

  test.each([
    [{ createdBy: randomUUID() }, '/createdBy', 'field_not_allowed'],
    [{ stateId: null }, '/stateId', 'wrong_type'],
    [{ priority: null }, '/priority', 'wrong_type'],
    [{ name: 'x'.repeat(251) }, '/name', 'too_long'],
    [{ name: null }, '/name', 'required'],
    [{ name: 'a\0b' }, '/name', 'invalid_text'],
    [{ latitude: 91, longitude: 0 }, '/latitude', 'out_of_range'],
    [{ latitude: 1 }, '/longitude', 'coordinates_incomplete'],
    [{ pointId: randomUUID() }, '/pointId', 'location_required'],
    [{ typeId: randomUUID() }, '/typeId', 'unknown_type'],
  ])('rejects the edit %j of an incident and changes nothing', async (body, pointer, code) => {
    const { staff, call, scope } = await newTenant(server)
    const incident = await newIncident(call)
    const response = await editIncident(staff, incident, body)
    expect(response).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect(response.body).toHaveProperty('errors', expect.arrayContaining([expect.objectContaining({ pointer, code })]))
    expect(await readIncident(call, incident.id)).toEqual(incident)
    expect(await eventsOf(scope, incident.id)).toHaveLength(1)
  })

  test('an edit cannot set a missing location, an archived location or a point of another location, but may leave an archived location unchanged', async () => {
    const { staff, call, scope } = await newTenant(server)
    const [here, there] = [await locationOf(scope, 'Here'), await locationOf(scope, 'There')]
    const { id: pointThere } = await addPoint(scope, { locationId: there, name: 'Door' })
    const incident = await newIncident(call, { locationId: here })
    await archiveLocation(scope, here)

    for (const body of [{ locationId: randomUUID() }, { locationId: randomUUID(), pointId: pointThere }]) {
      const missing = await editIncident(staff, incident, body)
      expect(missing).toMatchObject({ status: 404, body: { code: 'reference_not_found' } })
      expect(missing.body).toHaveProperty('errors', [expect.objectContaining({ pointer: '/locationId' })])
    }
    const elsewhere = await editIncident(staff, incident, { pointId: pointThere })
    expect(elsewhere.body).toHaveProperty('errors', [
      expect.objectContaining({ pointer: '/pointId', code: 'point_not_in_location' }),
    ])
    const { status, body: renamed } = await editIncident(staff, incident, { name: 'Still here' })
    expect({ status, locationId: renamed.locationId }).toEqual({ status: 200, locationId: here })

    const { body: moved } = await editIncident(staff, renamed, { locationId: there, pointId: pointThere })
    const back = await editIncident(staff, moved, { locationId: here, pointId: null })
    expect(back.body).toHaveProperty('errors', [
      expect.objectContaining({ pointer: '/locationId', code: 'location_archived' }),
    ])
  })

  test('accepts an edit that leaves an archived point and assignee unchanged, and rejects an edit that sets an archived point', async () => {
    const { staff, call, scope } = await newTenant(server)
    const locationId = await locationOf(scope, 'Here')
    const { id: pointId } = await addPoint(scope, { locationId, name: 'Door' })
    const assigneeId = (await newStaff(scope)).actorId
    const incident = await newIncident(call, { locationId, pointId, assigneeId })
    await archivePoint(scope, pointId)
    await archiveUser(scope, assigneeId)

    const renamed = await editIncident(staff, incident, { name: 'Still here' })
    expect(renamed).toMatchObject({ status: 200, body: { pointId, assigneeId } })
    const { body: cleared } = await editIncident(staff, renamed.body, { pointId: null })
    const back = await editIncident(staff, cleared, { pointId })
    expect(back.body).toHaveProperty('errors', [
      expect.objectContaining({ pointer: '/pointId', code: 'point_archived' }),
    ])
  })

  test('validates an edit against the current creation configuration, even right after its publication', async () => {
    const { staff, call, scope } = await newTenant(server)
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
    const { body: typed } = await editIncident(staff, incident, { typeId })
    expect(typed).toMatchObject({ typeId, creationConfigVersion: incident.creationConfigVersion })
    await publishConfiguration(scope, draft(false))
    expect(await editIncident(staff, typed, { description: 'Type kept' })).toMatchObject({
      status: 200,
      body: { typeId },
    })
    const other = await newIncident(call)
    expect(await editIncident(staff, other, { typeId })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    })
  })
})
