import { randomUUID } from 'node:crypto'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { ProblemDetails } from '@tocsin/contract/api/problem.ts'
import { expect, test } from 'vitest'
import { issueKey } from '../src/identity/keys/issue.ts'
import { revokeKey } from '../src/identity/keys/revoke.ts'
import type { OrganizationScope } from '../src/scope.ts'
import { startTestServer } from './support/harness.ts'
import { apiCallerOf } from './support/caller.ts'
import { signInAs } from './support/console.ts'
import { countWaiting, lockRow } from './support/lock-waits.ts'
import { addTenant, nothing, tracesOf, type Tenant } from './support/media.ts'
import { until } from './support/until.ts'

const server = await startTestServer()

async function newKey(scope: OrganizationScope) {
  const { id, key } = await issueKey(scope, { name: 'Gateway', scopes: ['read', 'write'] })
  const call = apiCallerOf(server.url, key)
  const revoke = async () => {
    await revokeKey(scope, id)
    await expect.poll(async () => (await call('GET', '/incidents?limit=1')).status).toBe(401)
  }
  return { id, key, call, revoke }
}

/**
 * Begins to upload a file, and waits until the server has received the beginning.
 * @returns a function that sends the rest of the file and returns the response.
 */
async function beginUpload(tenant: Tenant, path: string, field: string, headers: Record<string, string>) {
  const contentType = 'multipart/form-data; boundary=x'
  const beginning = `--x\r\nContent-Disposition: form-data; name="${field}"; filename="a.txt"\r\n\r\nbeginning`
  const finish = beginRequest(path, { ...headers, 'content-type': contentType }, beginning)
  await until('the upload has begun', async () => (await tracesOf(server, tenant)).uploads.length === 1)
  return () => finish('end\r\n--x--\r\n')
}

/**
 * Sends the beginning of the body of a request.
 * @returns a function that sends the rest of the body and returns the response.
 */
function beginRequest(path: string, headers: Record<string, string>, beginning: string) {
  const request = httpRequest(new URL(path, server.url), { method: 'POST', headers })
  const responding = new Promise<IncomingMessage>((resolve, reject) =>
    request.on('response', resolve).on('error', reject),
  )
  request.write(beginning)
  return async (rest: string) => {
    request.end(rest)
    const response = await responding
    return { status: response.statusCode, body: (await json(response)) as ProblemDetails }
  }
}

test('an upload is rejected and leaves nothing behind if its API key is revoked before the last byte arrives', async () => {
  const tenant = await addTenant(server)
  const { key, revoke } = await newKey(tenant.scope)
  const finish = await beginUpload(tenant, `/api/v1/incidents/${tenant.incidentId}/media`, 'file', { 'x-api-key': key })
  await revoke()
  expect(await finish()).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
  expect(await tracesOf(server, tenant)).toEqual(nothing)
})

test('a comment is rejected and leaves no files behind if its author signs out before the last byte arrives', async () => {
  const tenant = await addTenant(server)
  const { call, cookie, csrfToken } = await signInAs(server.url, tenant.scope, 'member')
  const path = `/api/console/incidents/${tenant.incidentId}/comments`
  const finish = await beginUpload(tenant, path, 'files', { cookie, 'x-csrf-token': csrfToken })
  await call('DELETE', '/session')
  await expect.poll(async () => (await call('GET', '/incidents?limit=1')).status).toBe(401)
  expect(await finish()).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
  expect(await tracesOf(server, tenant)).toEqual(nothing)
})

test('a creation is rejected if its API key is revoked before the last byte of the body arrives', async () => {
  const { scope } = await addTenant(server)
  const { id, key, revoke } = await newKey(scope)
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const finish = beginRequest('/api/v1/incidents', headers, '{"name": "Late", ')
  const used = scope.database.selectFrom('api_keys').select('last_used_at').where('id', '=', id)
  await until('the server has accepted the key', async () => !!(await used.executeTakeFirst())?.last_used_at)
  await revoke()
  const response = await finish(`"clientRequestId": "${randomUUID()}"}`)
  expect(response).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
})

test('a batch gets 401 if its API key is revoked meanwhile, and the remaining items are not carried out', async () => {
  const { scope, incidentId } = await addTenant(server)
  const { call, revoke } = await newKey(scope)
  const clientRequestId = randomUUID()
  const items = [
    { patch: { id: incidentId, body: { name: 'Changed before' } } },
    { create: { clientRequestId, name: 'Created after' } },
  ]
  const [batch] = await scope.transaction(async (inner) => {
    await lockRow('incidents', incidentId)(inner)
    const running = call('POST', '/incidents/batch', { body: { items } })
    await until('the first item waits for the row', async () => (await countWaiting(inner)) > 0)
    await revoke()
    return [running]
  })
  expect(await batch).toMatchObject({ status: 401, body: { code: 'unauthorized' } })

  const { call: other } = await newKey(scope)
  const { body } = await other<{ data: IncidentResponse[] }>('GET', '/incidents')
  expect(body.data.map(({ name }) => name)).toEqual(['Changed before'])
})
