import { channel } from 'node:diagnostics_channel'
import { randomUUID } from 'node:crypto'
import type { Comment } from '@tocsin/contract/api/comment.ts'
import type { BulkChange } from '@tocsin/contract/console/bulk-change.ts'
import type { Media } from '@tocsin/contract/api/media.ts'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { bulkChange, bulkUndo } from './bulk-change.ts'
import { addressOf, operations, ownHeaders } from './console-operations.ts'
import { formOf, heldEventId, holdBack, newTenant, type Tenant } from './console-tenant.ts'
import { statesOf } from './console-incidents.ts'
import type { Call } from './caller.ts'
import { newIncident, type TestServer } from './harness.ts'
import { callerForWebhooks, newEndpoint } from './receiver.ts'
import { until } from './until.ts'

/**
 * Observes the write operations of each server that is started after this call.
 * @returns the names of operations, such as `POST /api/v1/incidents`: `succeeded` has those that have succeeded at
 *   least once, `pending` has the others.
 */
export function observeWrites() {
  const pending = new Set<string>()
  const succeeded = new Set<string>()
  channel('fastify.initialization').subscribe((message) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat())
        if (['POST', 'PUT', 'PATCH', 'DELETE'].includes(one)) pending.add(`${one} ${url}`)
    })
    fastify.addHook('onResponse', async ({ method, routeOptions }, { statusCode }) => {
      const operation = `${method} ${routeOptions.url}`
      if (statusCode < 300 && pending.delete(operation)) succeeded.add(operation)
    })
  })
  return { pending, succeeded }
}

const photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: 'red' } })
  .jpeg()
  .toBuffer()

/** In a new organization, calls every write operation, so that each kind of event is recorded. */
export async function writeEverything(server: TestServer): Promise<void> {
  const tenant = await newTenant(server)
  await writeThroughApi(tenant)
  await writeWebhooks(server, tenant)
  await writeAsStaff(tenant)
  await writeInBulk(server, tenant)
  const isInLoop = (name: string) => !name.startsWith('GET') && !isOfSession(name) && name !== templateOperation
  for (const name of Object.keys(operations).filter(isInLoop)) await callOperation(server, tenant, name)
  await callOperation(server, await newTenant(server), templateOperation)
  await endSessions(tenant)
}

/** Operation that succeeds only in an organization whose configuration and workflow are unchanged. */
const templateOperation = 'POST /organization/template'

const isOfSession = (name: string): boolean => /\/(session|sessions|set-up)\b/.test(name)

async function writeThroughApi({ call: callApi }: Tenant): Promise<void> {
  const call = succeeding(callApi)
  const incident = await newIncident(callApi)
  await call('POST', '/incidents/validate', { body: { clientRequestId: randomUUID(), name: 'Freezer' } })
  await call('PATCH', `/incidents/${incident.id}`, { body: { priority: 'MAJOR' } })
  await call('DELETE', `/incidents/${incident.id}`)
  await call('POST', `/incidents/${incident.id}/restore`)
  await call('POST', '/incidents/batch', {
    body: { items: [{ create: { clientRequestId: randomUUID(), name: 'Oven' } }] },
  })
  const body = { relatedEntityId: incident.id, message: 'Beep' }
  const { body: comment } = await call<Comment>('POST', '/comments/by-entity-type/incident', { body })
  await call('PATCH', `/comments/${comment.id}`, { body: { message: null, externalId: 'n-7' } })
  await call('DELETE', `/comments/${comment.id}`)
  const form = new FormData()
  form.append('file', new File([photo as Uint8Array<ArrayBuffer>], 'photo.jpg'))
  await call('POST', `/incidents/${incident.id}/media`, { body: form })
  const { body: file } = await call<Media>('POST', `/incidents/${incident.id}/media`, { body: formOf('file') })
  await call('DELETE', `/incidents/${incident.id}/media/${file.id}`)
}

async function writeWebhooks(server: TestServer, { scope, endpoint }: Tenant): Promise<void> {
  const call = succeeding(await callerForWebhooks(server, scope))
  const { id } = await newEndpoint(call, { url: 'https://example.com/other' })
  const path = `/webhook-endpoints/${id}`
  await call('PATCH', path, { body: { description: 'Other' } })
  await call('POST', `${path}/pause`)
  await call('POST', `${path}/rotate-secret`)
  await call('POST', `${path}/test`)
  await holdBack(scope, id, heldEventId)
  await call('PATCH', path, { body: { kinds: ['comment.created'] } })
  await call('POST', `${path}/skip`, { body: { eventId: heldEventId } })
  await call('POST', `${path}/replay`, { body: { after: endpoint.position } })
  await call('POST', `${path}/resume`)
  await call('DELETE', path)
}

/** Changes incidents that match filters, deletes them, and undoes the change and the deletion. */
async function writeInBulk(server: TestServer, { staff, ids }: Tenant): Promise<void> {
  const change = (body: BulkChange['change']) => bulkChange(server, staff, 'state=open&q=freezer', { change: body })
  const assigned = await change({ assigneeId: ids.users })
  const deleted = await change({ deleted: true })
  for (const { changed, events } of [deleted, assigned]) {
    if (changed === 0) throw new Error('the bulk change changed nothing')
    await bulkUndo(server, staff, events)
  }
}

/** Makes changes as a member of staff. The requests in `operations` send the current values, so they change nothing. */
async function writeAsStaff({ call: callApi, staff, ids, workflow, draft, incident }: Tenant): Promise<void> {
  const call = succeeding(staff.call)
  const states = await statesOf(staff.call)
  const { id } = await newIncident(callApi)
  await call('PATCH', `/incidents/${id}`, { body: { stateId: states.Closed, comment: 'Done' } })
  const { version, states: wanted, transitions } = workflow
  wanted[0]!.name = 'New'
  await call('PUT', '/workflow', {
    body: {
      version,
      initialStateId: incident.stateId,
      states: wanted.map((state) => ({ id: state.id, name: state.name, isFinal: state.isFinal })),
      transitions,
    },
  })
  workflow.version = version + 1
  const { basedOnRevision, content } = draft
  await call('PUT', '/configuration/draft', { body: { version: draft.version, basedOnRevision, content } })
  await call('DELETE', '/configuration/draft', { headers: { 'if-match': `"${draft.version + 1}"` } })
  draft.version += 2
  await call('POST', `/views`, { body: { name: 'Mine', shared: false, query: '', layout: 'board' } })
  await call('PATCH', `/users/${ids.users}`, { body: { name: 'Jonas Weber' } })
}

/** Calls an operation of the console. Does not parse the response, because the response of an import is not JSON. */
async function callOperation({ url }: TestServer, tenant: Tenant, name: string): Promise<void> {
  const { method, path } = addressOf(name, tenant)
  const isPublication = name === 'POST /configuration/draft/publish'
  const body = isPublication ? { version: tenant.draft.version + 1 } : operations[name]!.body?.(tenant)
  const isForm = body instanceof FormData
  const response = await fetch(`${url}/api/console${path}`, {
    method,
    headers: {
      ...ownHeaders(tenant.staff),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      ...(await operations[name]!.headers?.(tenant)),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${name} answered ${text}`)
}

async function endSessions({ staff, signIn }: Tenant): Promise<void> {
  const body = { currentPassword: staff.password, newPassword: 'another horse battery' }
  await succeeding(staff.call)('PUT', '/session/password', { body })
  await succeeding((await signIn('member')).call)('DELETE', '/session')
  await succeeding((await signIn('member')).call)('DELETE', '/sessions')
}

/** Returns a function that calls an operation and throws an error if the operation does not succeed. */
const succeeding =
  (call: Call): Call =>
  async (method, path, options) => {
    const response = await call<never>(method, path, options)
    if (response.status >= 300) throw new Error(`${method} ${path} answered ${JSON.stringify(response.body)}`)
    return response
  }

/** Waits until every attached image has its thumbnail. */
export const untilThumbnailsAreMade = ({ database: { database } }: TestServer): Promise<void> =>
  until('all thumbnails are made', async () => {
    const due = database.selectFrom('media').select('id').where('thumbnail_due_at', 'is not', null)
    return (await due.execute()).length === 0
  })
