import { randomUUID } from 'node:crypto'
import type { ProblemDetails } from '@tocsin/contract/api/problem.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import type { OrganizationScope } from '../src/scope.ts'
import { bulkChange } from './support/bulk-change.ts'
import { addressOf, operations, ownHeaders, recordOperations } from './support/console-operations.ts'
import { newTenant, type Tenant } from './support/console-tenant.ts'
import { newIncident, startTestServer } from './support/harness.ts'

const registered = recordOperations()
const server = await startTestServer()

let tenant: Tenant
let other: Tenant
beforeAll(async () => {
  tenant = await newTenant(server)
  other = await newTenant(server)
})

const names = Object.keys(operations)
const isWrite = (name: string): boolean => !name.startsWith('GET')
const roleOf = (name: string) => operations[name]!.role

/**
 * Sends the request of an operation with the given headers.
 * @param idOf returns the id that replaces an id of `tenant` in the URL. By default, the URL contains the ids of
 *   `tenant`.
 */
async function attempt(name: string, headers: Record<string, string>, idOf?: (id: string) => string) {
  const { method, path } = addressOf(name, tenant, idOf)
  const body = operations[name]!.body?.(tenant)
  const isForm = body instanceof FormData
  const response = await fetch(new URL(`/api/console${path}`, server.url), {
    method,
    headers: {
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      ...(await operations[name]!.headers?.(tenant)),
      'x-request-id': 'same',
      ...headers,
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  })
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json')
  const problem = isProblem ? ((await response.json()) as ProblemDetails) : undefined
  // Do not read the body, because some responses are streams that never end.
  if (!isProblem) await response.body?.cancel()
  return { name, status: response.status, code: problem?.code, problem }
}

const recorded = async ({ database, organizationId }: OrganizationScope): Promise<number> =>
  (await database.selectFrom('events').select('id').where('organization_id', '=', organizationId).execute()).length

/** Replaces all ids in a problem, so that problems about two different ids can be compared. */
const withoutIds = (problem: unknown) => JSON.stringify(problem).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')

test('the table `operations` lists exactly the operations of the console API', () => {
  const heads = new Set(names.filter((name) => !isWrite(name)).map((name) => name.replace('GET', 'HEAD')))
  expect([...registered].filter((name) => !heads.has(name)).toSorted()).toEqual(names.toSorted())
})

describe('the guard of the console', () => {
  test.each(names.filter((name) => roleOf(name) !== 'anyone'))(
    '%s answers 401 to a request without a session and records no event',
    async (name) => {
      const { key, staff } = tenant
      const withoutSession: Record<string, string>[] = [
        {},
        { 'x-api-key': key },
        { cookie: `tocsin_session=${key}` },
        { 'x-csrf-token': staff.csrfToken },
      ]
      const before = await recorded(tenant.scope)
      for (const headers of withoutSession) {
        const { status, code } = await attempt(name, headers)
        expect({ status, code }).toEqual({ status: 401, code: 'not_signed_in' })
      }
      expect(await recorded(tenant.scope)).toBe(before)
    },
  )

  test.each(names.filter(isWrite))(
    '%s answers 403 to a request from another site or without a valid CSRF token',
    async (name) => {
      const { cookie, csrfToken } = tenant.staff
      const own = ownHeaders(tenant.staff)
      const foreign = [
        { ...own, origin: 'https://evil.example' },
        { ...own, origin: 'null' },
        { ...own, origin: `${server.url}.evil.example` },
        { ...own, 'sec-fetch-site': 'cross-site' },
      ]
      const withoutToken: Record<string, string>[] = [
        { cookie },
        { cookie, 'x-csrf-token': `${csrfToken}a` },
        { cookie, 'x-csrf-token': other.staff.csrfToken },
      ]
      const before = await recorded(tenant.scope)
      for (const headers of roleOf(name) === 'anyone' ? foreign : [...foreign, ...withoutToken]) {
        const { status, code } = await attempt(name, headers)
        expect({ status, code }).toEqual({ status: 403, code: 'csrf_token_invalid' })
      }
      expect(await recorded(tenant.scope)).toBe(before)
    },
  )

  test.each(names.filter((name) => roleOf(name) === 'administrator'))(
    '%s answers 403 to a member and records no event',
    async (name) => {
      const member = await tenant.signIn('member')
      const before = await recorded(tenant.scope)
      const { status, code } = await attempt(name, ownHeaders(member))
      expect({ status, code }).toEqual({ status: 403, code: 'administrators_only' })
      expect(await recorded(tenant.scope)).toBe(before)
    },
  )

  test.each(names.filter((name) => /:\w*id\b/i.test(name)))(
    '%s gives the same 404 response for an id of another organization as for a missing id, and records no event',
    async (name) => {
      const foreignHeaders = ownHeaders(other.staff)
      const before = await recorded(tenant.scope)
      const foreign = await attempt(name, foreignHeaders)
      const missing = await attempt(name, foreignHeaders, () => randomUUID())
      expect({ status: foreign.status, missing: missing.status }).toEqual({ status: 404, missing: 404 })
      expect(withoutIds(foreign.problem)).toBe(withoutIds(missing.problem))
      expect(await recorded(tenant.scope)).toBe(before)
    },
  )
})

/**
 * Sends a request twice, with an id of another organization and with an id that does not exist. Returns both responses.
 */
async function responsesTo(method: string, path: string, bodyWith: (id: string) => object, foreign: string) {
  const headers =
    path === `/incidents/${tenant.ids.incidents}` ? await operations['PATCH /incidents/:id']!.headers!(tenant) : {}
  const send = async (id: string) => {
    const { status, body } = await tenant.staff.call(method, path, {
      body: bodyWith(id),
      headers: { 'x-request-id': 'same', ...headers },
    })
    return { status, text: JSON.stringify(body).replaceAll(id, 'id') }
  }
  return [await send(foreign), await send(randomUUID())] as const
}

describe('a request body with an id of another organization', () => {
  test.each<[string, () => Parameters<typeof responsesTo>]>([
    [
      'an assignee',
      () => ['PATCH', `/incidents/${tenant.ids.incidents}`, (assigneeId) => ({ assigneeId }), other.ids.users],
    ],
    [
      'a state',
      () => ['PATCH', `/incidents/${tenant.ids.incidents}`, (stateId) => ({ stateId }), other.incident.stateId],
    ],
    [
      'a location',
      () => ['PATCH', `/incidents/${tenant.ids.incidents}`, (locationId) => ({ locationId }), other.ids.locations],
    ],
    [
      'a location for a point',
      () => ['POST', '/points', (locationId) => ({ locationId, name: 'Till' }), other.ids.locations],
    ],
  ])(
    'an id of another organization in a request body gets the same response as a missing id: the id of %s',
    async (_, attemptOf) => {
      const [foreign, missing] = await responsesTo(...attemptOf())
      expect(foreign.status).toBeGreaterThanOrEqual(400)
      expect(foreign).toEqual(missing)
    },
  )

  test('a bulk change skips an incident of another organization and changes the other incidents', async () => {
    const before = await recorded(other.scope)
    const own = await newIncident(tenant.call)
    const incidentIds = [other.ids.incidents, own.id]
    const change = { assigneeId: tenant.ids.users }
    const { changed, left } = await bulkChange(server, tenant.staff, '', { change, incidentIds })
    expect(left).toMatchObject([{ incidentId: other.ids.incidents, name: null }])
    expect(changed).toBe(1)
    expect(await recorded(other.scope)).toBe(before)
  })
})

// The other tests of this file send the same requests with wrong headers or ids. This test proves that the server
// rejects those requests only because of the headers and ids.
test('every operation of the console succeeds for a user with the required role', async () => {
  const elsewhere = new Set(['POST /set-up', 'POST /organization/template', 'DELETE /sessions'])
  for (const name of names.filter((one) => !elsewhere.has(one))) {
    // Send no cookie with a sign-in, because a sign-in ends the session of the cookie that it receives.
    const session = roleOf(name) === 'anyone' ? {} : ownHeaders(tenant.staff)
    const { status, problem } = await attempt(name, { ...session, origin: server.url })
    expect({ name, status, problem }).toMatchObject({
      status: expect.toSatisfy((code) => code < 300),
      problem: undefined,
    })
  }
  // Use another organization, because a template is accepted only for an unchanged configuration, and the requests of
  // the loop have changed the configuration of `tenant`.
  expect(await attempt('POST /organization/template', ownHeaders(other.staff))).toMatchObject({ status: 204 })
  expect(await attempt('DELETE /sessions', ownHeaders(other.staff))).toMatchObject({ status: 204 })
})
