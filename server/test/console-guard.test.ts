import { randomUUID } from 'node:crypto'
import type { Comment } from '@tocsin/contract/comment.ts'
import type { Media } from '@tocsin/contract/media.ts'
import type { View } from '@tocsin/contract/view.ts'
import { expect, test } from 'vitest'
import type { OrganizationScope } from '../src/scope.ts'
import { consoleCallerOf } from './console.ts'
import { newIncident, startTestServer, type CallOptions } from './harness.ts'

const server = await startTestServer()

const textForm = (name: string) => {
  const form = new FormData()
  form.append(name, 'Hello')
  return form
}

const fileForm = (name: string) => {
  const form = new FormData()
  form.append(name, new Blob(['contents']), 'note.txt')
  return form
}

type Attempt = [method: string, path: string, options: CallOptions]

/** One Incident with everything that staff can do to it, each as it would work. */
async function newTenant() {
  const { call, scope, signIn } = await server.newOrganization()
  const staff = await signIn('administrator')
  const incident = await newIncident(call)
  const path = `/incidents/${incident.id}`
  const { body: comment } = await staff.call<Comment>('POST', `${path}/comments`, { body: textForm('message') })
  const { body: media } = await staff.call<Media>('POST', `${path}/media`, { body: fileForm('file') })
  const view = { name: 'All', shared: true, query: '', layout: 'list' }
  const { body: saved } = await staff.call<View>('POST', '/views', { body: view })
  const headers = { 'if-match': `"${incident.lastModifiedAt}"` }
  const ofIncident: Attempt[] = [
    ['PATCH', path, { body: { name: 'Other' }, headers }],
    ['POST', `${path}/transition`, { body: { stateId: incident.stateId } }],
    ['POST', `${path}/assignee`, { body: { assigneeId: null } }],
    ['POST', `${path}/comments`, { body: textForm('message') }],
    ['POST', `${path}/media`, { body: fileForm('file') }],
    ['DELETE', `${path}/media/${media.id}`, {}],
    ['PATCH', `/comments/${comment.id}`, { body: { message: 'Other' } }],
    ['DELETE', `/comments/${comment.id}`, {}],
    ['PATCH', `/views/${saved.id}`, { body: { name: 'Other' } }],
    ['DELETE', `/views/${saved.id}`, {}],
    ['DELETE', path, {}],
  ]
  const incidentIds = [incident.id]
  const others: Attempt[] = [
    ['POST', '/incidents/transition', { body: { incidentIds, stateId: incident.stateId } }],
    ['POST', '/incidents/assign', { body: { incidentIds, assigneeId: staff.user.id } }],
    ['POST', '/views', { body: view }],
  ]
  return { scope, staff, ofIncident, others }
}

const recorded = async (scope: OrganizationScope): Promise<number> =>
  (await scope.database.selectFrom('events').select('id').where('organization_id', '=', scope.organizationId).execute())
    .length

test('no write without the CSRF token changes anything, nor without a session', async () => {
  const { scope, staff, ofIncident, others } = await newTenant()
  const before = await recorded(scope)
  const forged = consoleCallerOf(server.url, { cookie: staff.cookie })
  const nobody = consoleCallerOf(server.url, { 'x-csrf-token': staff.csrfToken })
  for (const [method, path, options] of [...ofIncident, ...others]) {
    const answer = await forged(method, path, options)
    expect({ path, status: answer.status, code: answer.body.code }).toEqual({
      path,
      status: 403,
      code: 'csrf_token_invalid',
    })
    expect((await nobody(method, path, options)).status).toBe(401)
  }
  expect(await recorded(scope)).toBe(before)
})

test('what belongs to another Organization cannot be told from what is missing, and does not change', async () => {
  const { scope, ofIncident } = await newTenant()
  const { staff: stranger } = await newTenant()
  const before = await recorded(scope)
  const headers = { 'x-request-id': 'same' }
  for (const [method, path, options] of ofIncident) {
    const missingPath = path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, () => randomUUID())
    const foreign = await stranger.call(method, path, { ...options, headers: { ...headers, ...options.headers } })
    const missing = await stranger.call(method, missingPath, {
      ...options,
      headers: { ...headers, ...options.headers },
    })
    expect({ path, status: foreign.status }).toEqual({ path, status: 404 })
    expect(foreign.body).toEqual(missing.body)
  }
  expect(await recorded(scope)).toBe(before)
})
