import { createHash, randomUUID } from 'node:crypto'
import type { Media } from '@tocsin/contract/api/media.ts'
import { describe, expect, test } from 'vitest'
import { deleteIncident } from '../../src/incidents/change/delete.ts'
import { claimKey } from '../../src/http/idempotency/queries.ts'
import { insertMedia } from '../../src/media/queries.ts'
import type { ReceivedFile } from '../../src/media/upload/receive-file.ts'
import { newIncident, startTestServer } from '../support/harness.ts'
import { meetBehind, valuesOf } from '../support/lock-waits.ts'
import { addTenant, tracesOf, type Tenant } from '../support/media.ts'

const server = await startTestServer()

interface Upload {
  idempotencyKey?: string
  contents?: string
  fileName?: string
  key?: string
}

async function attach({ key, incidentId }: Pick<Tenant, 'key' | 'incidentId'>, upload: Upload = {}) {
  const { idempotencyKey = 'snapshot-1', contents = 'the photo', fileName = 'photo.jpg' } = upload
  const form = new FormData()
  form.append('file', new Blob([contents]), fileName)
  const response = await fetch(`${server.url}/api/v1/incidents/${incidentId}/media`, {
    method: 'POST',
    headers: { 'x-api-key': upload.key ?? key, 'idempotency-key': idempotencyKey },
    body: form,
  })
  const body = (await response.json()) as Media & { code?: string; mediaId?: string }
  return { status: response.status, isReplay: response.headers.get('idempotent-replayed') === 'true', body }
}

describe('Idempotency-Key of an upload', () => {
  test('attaches one file per Idempotency-Key and marks the response to a retry as a replay', async () => {
    const tenant = await addTenant(server)
    const first = await attach(tenant)
    const retries = [await attach(tenant), await attach({ ...tenant, incidentId: tenant.incidentId.toUpperCase() })]

    expect(first).toMatchObject({ status: 201, isReplay: false })
    for (const retry of retries) expect(retry).toEqual({ ...first, isReplay: true })
    const { rows, events, mediaIds, uploads } = await tracesOf(server, tenant)
    expect({ rows, events, mediaIds, uploads }).toEqual({ rows: 1, events: 1, mediaIds: [first.body.id], uploads: [] })
  })

  test('attaches one file for 8 simultaneous requests with the same Idempotency-Key and returns that file to all', async () => {
    const tenant = await addTenant(server)
    const responses = await Promise.all(Array.from({ length: 8 }, () => attach(tenant)))

    expect(responses.filter(({ isReplay }) => !isReplay)).toHaveLength(1)
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
    const { rows, events, mediaIds, objects, uploads } = await tracesOf(server, tenant)
    expect({ rows, events, objects, uploads }).toEqual({ rows: 1, events: 1, objects: mediaIds, uploads: [] })
  })

  test.each<[string, Upload]>([
    ['other bytes', { contents: 'another photo' }],
    ['another name', { fileName: 'other.jpg' }],
  ])(
    'rejects a second upload that has the same Idempotency-Key but %s, and returns the id of the first file',
    async (_, upload) => {
      const tenant = await addTenant(server)
      const { body: media } = await attach(tenant)

      expect(await attach(tenant, upload)).toMatchObject({
        status: 400,
        body: { code: 'idempotency_key_reused', mediaId: media.id },
      })
      expect((await tracesOf(server, tenant)).mediaIds).toEqual([media.id])
    },
  )

  test('rejects an upload with the Idempotency-Key of an upload to another incident', async () => {
    const { scope, key, call } = await server.newOrganization()
    const [one, other] = [await newIncident(call), await newIncident(call)]
    await attach({ key, incidentId: one.id })

    expect(await attach({ key, incidentId: other.id })).toMatchObject({
      status: 400,
      body: { code: 'idempotency_key_reused' },
    })
    expect((await tracesOf(server, { scope } as Tenant)).rows).toBe(1)
  })

  test('replays the response to an upload even if the incident was deleted after the upload', async () => {
    const tenant = await addTenant(server)
    const first = await attach(tenant)
    await deleteIncident(tenant.scope, tenant.incidentId)

    expect(await attach(tenant)).toEqual({ ...first, isReplay: true })
    expect(await attach(tenant, { idempotencyKey: 'another' })).toMatchObject({
      status: 404,
      body: { code: 'incident_not_found' },
    })
  })

  test('replays the response of the first upload to a retry, even if the incident is deleted while the retry waits', async () => {
    const tenant = await addTenant(server)
    const { scope, incidentId } = tenant
    const first: ReceivedFile = {
      id: randomUUID(),
      path: '',
      fileName: 'photo.jpg',
      contentType: 'image/jpeg',
      sizeBytes: 9,
      sha256: createHash('sha256').update('the photo').digest(),
    }
    const upload = { key: 'snapshot-1', operation: 'attach-incident-media', resourceId: first.id }
    const outcomes = await meetBehind(
      scope,
      (inner) => claimKey(inner, { ...upload, requestSha256: first.sha256.toString('hex') }),
      [() => attach(tenant)],
      async (inner) => {
        await insertMedia(inner, { incidentId }, first)
        await deleteIncident(inner, incidentId)
      },
    )
    expect(valuesOf(outcomes)).toMatchObject([{ status: 201, isReplay: true, body: { id: first.id } }])
    expect(await tracesOf(server, tenant)).toMatchObject({ objects: [], uploads: [] })
  })

  test('the Idempotency-Key of a rejected upload can be used again, and another organization can use the same Idempotency-Key', async () => {
    const [tenant, otherTenant] = [await addTenant(server), await addTenant(server)]
    expect(await attach({ ...tenant, incidentId: randomUUID() })).toMatchObject({ status: 404 })

    const ours = await attach(tenant)
    const others = await attach(otherTenant)
    expect([ours.isReplay, others.isReplay]).toEqual([false, false])
    expect(others.body.id).not.toBe(ours.body.id)
  })

  test('a retry with a read-only API key or the API key of another organization gets no replay', async () => {
    const [tenant, otherTenant] = [await addTenant(server), await addTenant(server)]
    await attach(tenant)

    expect(await attach(tenant, { key: tenant.readOnlyKey })).toMatchObject({
      status: 401,
      body: { code: 'insufficient_scope' },
    })
    expect(await attach(tenant, { key: otherTenant.key })).toMatchObject({
      status: 404,
      body: { code: 'incident_not_found' },
    })
  })

  test.each(['a b', 'x'.repeat(256)])(
    'rejects the malformed Idempotency-Key "%s" of an upload',
    async (idempotencyKey) => {
      const tenant = await addTenant(server)
      expect(await attach(tenant, { idempotencyKey })).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
      expect((await tracesOf(server, tenant)).rows).toBe(0)
    },
  )
})
