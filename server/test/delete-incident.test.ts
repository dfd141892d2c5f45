import { randomUUID } from 'node:crypto'
import type { Comment } from '@tocsin/contract/api/comment.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { describe, expect, test } from 'vitest'
import { deleteIncident } from '../src/incidents/change/delete.ts'
import { eventsOf, newIncident, newStaff, startTestServer } from './support/harness.ts'

const server = await startTestServer()

describe('deleting an incident', () => {
  test('a deleted incident is in no list and cannot be read, and its comments cannot be read, changed or deleted', async () => {
    const { call, scope } = await server.newOrganization()
    const fields = { externalId: 'alarm-1', tags: ['night'] }
    const incident = await newIncident(call, fields)
    const remaining = await newIncident(call, fields)
    const { body: comment } = await call<Comment>('POST', '/comments/by-entity-type/incident', {
      body: { relatedEntityId: incident.id },
    })
    await deleteIncident(scope, incident.id)

    for (const query of [
      '',
      '?q=freezer',
      '?externalId=alarm-1',
      '?tags=night',
      '?sort=name',
      '?startAt=2000-01-01T00:00:00Z',
    ]) {
      const { body } = await call<{ data: IncidentResponse[] }>('GET', `/incidents${query}`)
      expect(body.data).toEqual([remaining])
    }
    const notFound = { status: 404, body: { code: 'incident_not_found' } }
    expect(await call('GET', `/incidents/${incident.id}`)).toMatchObject(notFound)
    expect(await call('GET', `/comments/by-entity-type/incident?relatedEntityId=${incident.id}`)).toMatchObject(
      notFound,
    )
    const commentNotFound = { status: 404, body: { code: 'comment_not_found' } }
    expect(await call('PATCH', `/comments/${comment.id}`, { body: { message: 'x' } })).toMatchObject(commentNotFound)
    expect(await call('DELETE', `/comments/${comment.id}`)).toMatchObject(commentNotFound)
  })

  test('if an incident was deleted, a retry of its creation returns the last content of the incident', async () => {
    const { call, scope } = await server.newOrganization()
    const clientRequestId = randomUUID()
    const incident = await newIncident(call, { clientRequestId })
    await deleteIncident(scope, incident.id)

    const body = { clientRequestId, name: incident.name }
    const replay = await call<IncidentResponse>('POST', '/incidents', { body })
    expect(replay).toMatchObject({ status: 201, body: incident })
    expect(replay.headers.get('idempotent-replayed')).toBe('true')
    expect(await call('GET', `/incidents/${incident.id}`)).toMatchObject({ status: 404 })
    expect(await call('POST', '/incidents', { body: { ...body, name: 'Other' } })).toMatchObject({
      status: 400,
      body: { code: 'client_request_id_reused', incidentId: incident.id },
    })
  })

  test('deletes an incident once for four simultaneous calls and records the user who deleted the incident', async () => {
    const { call, scope } = await server.newOrganization()
    const incident = await newIncident(call)
    const staff = await newStaff(scope)
    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => deleteIncident(staff, incident.id)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(deleteIncident(staff, incident.id)).rejects.toMatchObject({ code: 'incident_not_found' })
    expect((await eventsOf(scope, incident.id)).slice(1)).toEqual([
      { kind: 'incident.deleted', actorId: staff.actorId, data: { version: 2 } },
    ])
  })

  test('deleting an incident of another organization fails with incident_not_found', async () => {
    const { call } = await server.newOrganization()
    const other = await server.newOrganization()
    const incident = await newIncident(call)
    await expect(deleteIncident(other.scope, incident.id)).rejects.toMatchObject({ code: 'incident_not_found' })
    expect(await call('GET', `/incidents/${incident.id}`)).toMatchObject({ status: 200, body: incident })
  })
})
