import { randomUUID } from 'node:crypto'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { incidentFilesMaximum } from '@tocsin/contract/limits.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestServer } from '../support/harness.ts'
import { countWaiting, lockRow } from '../support/lock-waits.ts'
import { addTenant, nothing, tracesOf, upload, type Tenant } from '../support/media.ts'
import { until } from '../support/until.ts'

const server = await startTestServer()

/** Adds ids of files that do not exist to the incident of a tenant, without recording an event. */
const addFileIds = ({ scope, incidentId }: Tenant, count: number) =>
  sql`update incidents set media_ids = media_ids || array(select gen_random_uuid() from generate_series(1, ${count}::int))
    where organization_id = ${scope.organizationId} and id = ${incidentId}`.execute(scope.database)

const rejection = { status: 400, body: { code: 'too_many_incident_files' } }

test('the server rejects the 1,001st file of an incident, and stores nothing of it', async () => {
  const tenant = await addTenant(server)
  await addFileIds(tenant, incidentFilesMaximum)
  const response = await upload(server, tenant, 'one too many')
  expect(response).toMatchObject({ ...rejection, body: { detail: 'An incident can have up to 1,000 files.' } })
  expect(await tracesOf(server, tenant)).toEqual({ ...nothing, mediaIds: expect.any(Array) })
})

test('the server stores one of three files that are uploaded at once to an incident with 999 files', async () => {
  const tenant = await addTenant(server)
  await addFileIds(tenant, incidentFilesMaximum - 1)
  const uploads = await tenant.scope.transaction(async (inner) => {
    await lockRow('incidents', tenant.incidentId)(inner)
    const waiting = ['a', 'b', 'c'].map((contents) => upload(server, tenant, contents))
    // Wait until every upload has counted 999 files and only its commit is missing.
    await until('all files are stored', async () => (await tracesOf(server, tenant)).objects.length === 3)
    await until('an upload waits for the row', async () => (await countWaiting(inner)) > 0)
    return waiting
  })
  const responses = await Promise.all(uploads)
  const rejected = responses.filter(({ status }) => status !== 201)
  expect(rejected.map(({ body }) => body.code)).toEqual(['too_many_incident_files', 'too_many_incident_files'])
  const { id } = responses.find(({ status }) => status === 201)!.body
  const { mediaIds, ...others } = await tracesOf(server, tenant)
  expect(others).toEqual({ rows: 1, events: 1, objects: [id], uploads: [] })
  expect(mediaIds).toHaveLength(incidentFilesMaximum)
})

test('a retry of the upload of the 1,000th file of an incident returns the stored file', async () => {
  const tenant = await addTenant(server)
  await addFileIds(tenant, incidentFilesMaximum - 1)
  const headers = { 'x-api-key': tenant.key, 'idempotency-key': randomUUID() }
  const attach = () => {
    const body = new FormData()
    body.append('file', new Blob(['last']), 'last.txt')
    return fetch(`${server.url}/api/v1/incidents/${tenant.incidentId}/media`, { method: 'POST', headers, body })
  }
  const first = await attach()
  const retry = await attach()
  expect([first.status, retry.status, retry.headers.get('idempotent-replayed')]).toEqual([201, 201, 'true'])
  expect(await retry.json()).toEqual(await first.json())
})

test('the files of an incident with more than 1,000 files can be read and deleted', async () => {
  const tenant = await addTenant(server)
  const { body: file } = await upload(server, tenant, 'of an earlier version')
  await addFileIds(tenant, incidentFilesMaximum)
  const call = (method: string, path: string) =>
    fetch(`${server.url}/api/v1${path}`, { method, headers: { 'x-api-key': tenant.key } })
  const incident = `/incidents/${tenant.incidentId}`
  const read = (await (await call('GET', incident)).json()) as IncidentResponse
  expect(read.mediaIds).toHaveLength(incidentFilesMaximum + 1)
  expect((await call('GET', `/download${incident}/media/${file.id}/urls`)).status).toBe(200)

  expect((await call('DELETE', `${incident}/media/${file.id}`)).status).toBe(204)
  expect(await upload(server, tenant, 'still too many')).toMatchObject(rejection)
})
