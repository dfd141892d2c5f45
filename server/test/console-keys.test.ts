import { randomUUID } from 'node:crypto'
import type { ApiKey, IssuedKey, KeyRotation } from '@tocsin/contract/console/api-key.ts'
import { describe, expect, test } from 'vitest'
import { issueKey } from '../src/identity/keys/issue.ts'
import type { Call } from './support/caller.ts'
import { eventsOf, startTestServer } from './support/harness.ts'
import { pagesOf } from './support/walk.ts'
import { until } from './support/until.ts'

const server = await startTestServer()

async function newTenant() {
  const organization = await server.newOrganization()
  return { ...organization, administrator: await organization.signIn('administrator') }
}

const issue = (call: Call, body: object = {}) =>
  call<IssuedKey>('POST', '/keys', { body: { name: 'Till', scopes: ['write', 'read'], ...body } })

const list = async (call: Call) => (await call<{ data: ApiKey[] }>('GET', '/keys')).body.data

const statusWith = async (key: string) =>
  (await fetch(new URL('/api/v1/incidents', server.url), { headers: { 'x-api-key': key } })).status

describe('API keys in the console', () => {
  test('issues an API key that works immediately and is returned only once', async () => {
    const { administrator } = await newTenant()
    const expiresAt = '2099-01-01T00:00:00.000Z'
    const { status, headers, body } = await issue(administrator.call, { expiresAt })
    expect({ status, body }).toMatchObject({ status: 201, body: { name: 'Till', expiresAt } })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(await statusWith(body.key)).toBe(200)

    const listed = await list(administrator.call)
    expect(listed.find(({ id }) => id === body.id)).toMatchObject({
      name: 'Till',
      scopes: ['read', 'write'],
      state: 'active',
      expiresAt,
      revokedAt: null,
      successorId: null,
    })
    expect(JSON.stringify(listed)).not.toContain(body.key.split('_')[2])
    const events = await eventsOf(administrator.scope, body.id)
    expect(events).toMatchObject([{ kind: 'api_key.issued', actorId: administrator.user.id }])
    expect(JSON.stringify(events)).not.toContain(body.key.split('_')[2])
  })

  test.each([
    [{ name: ' ' }, '/name'],
    [{ scopes: [] }, '/scopes'],
    [{ scopes: ['admin'] }, '/scopes/0'],
    [{ scopes: ['read', 'read'] }, '/scopes/1'],
    [{ expiresAt: '2020-01-01T00:00:00Z' }, '/expiresAt'],
    [{ expiresAt: 'soon' }, '/expiresAt'],
  ])('rejects a new API key with the values %j', async (wrong, pointer) => {
    const { administrator } = await newTenant()
    const before = await list(administrator.call)
    expect(await issue(administrator.call, wrong)).toMatchObject({ status: 400, body: { errors: [{ pointer }] } })
    expect(await list(administrator.call)).toHaveLength(before.length)
  })

  test('returns the expiry of an API key in UTC, truncated to milliseconds', async () => {
    const { administrator } = await newTenant()
    const { body } = await issue(administrator.call, { expiresAt: '2099-01-01T00:00:00.9999+02:00' })
    expect(body.expiresAt).toBe('2098-12-31T22:00:00.999Z')
    const listed = await list(administrator.call)
    expect(listed.find(({ id }) => id === body.id)!.expiresAt).toBe(body.expiresAt)
    expect(await eventsOf(administrator.scope, body.id)).toMatchObject([{ data: { expiresAt: body.expiresAt } }])
  })

  test('the console API lists the API keys of an organization in pages of 50, each key once', async () => {
    const { administrator, scope } = await newTenant()
    const issued = await Promise.all(
      Array.from({ length: 60 }, (_, index) => issueKey(scope, { name: `Till ${index}`, scopes: ['read'] })),
    )
    const pages: ApiKey[][] = []
    for await (const { data } of pagesOf<{ data: ApiKey[] }>(administrator.call, '/keys')) pages.push(data)
    expect(pages.map(({ length }) => length)).toEqual([50, 12])
    const ids = pages.flat().map(({ id }) => id)
    expect(new Set(ids).size).toBe(62)
    expect(ids).toEqual(expect.arrayContaining(issued.map(({ id }) => id)))
  })

  test('an API key can be rotated only once, and still works during the overlap with the new API key', async () => {
    const { administrator } = await newTenant()
    const { call } = administrator
    const { body: old } = await issue(call)
    const rotate = (overlapHours?: number) =>
      call<KeyRotation>('POST', `/keys/${old.id}/rotate`, { body: { overlapHours } })
    const { status, body } = await rotate(2)
    expect(status).toBe(201)
    expect(Math.round((Date.parse(body.oldRevokedAt) - Date.now()) / 3_600_000)).toBe(2)
    expect([await statusWith(old.key), await statusWith(body.successor.key)]).toEqual([200, 200])
    const { id } = body.successor
    expect((await list(call)).find((key) => key.id === old.id)).toMatchObject({
      state: 'being_replaced',
      successorId: id,
    })
    expect(await rotate()).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect(await call('POST', `/keys/${id}/rotate`, { body: { overlapHours: -1 } })).toMatchObject({ status: 400 })
    expect(await call('POST', `/keys/${id}/rotate`, { body: {} })).toMatchObject({ status: 201 })
  })

  test('rotating an API key that has the latest possible expiry creates a key with that same expiry', async () => {
    const { administrator } = await newTenant()
    const expiresAt = '9999-12-31T23:59:59.999Z'
    const { body: old } = await issue(administrator.call, { expiresAt })
    const { body } = await administrator.call<KeyRotation>('POST', `/keys/${old.id}/rotate`, { body: {} })
    expect(body.successor?.expiresAt).toBe(expiresAt)
  })

  test('a revoked API key stops working within a second', async () => {
    const { administrator } = await newTenant()
    const { body } = await issue(administrator.call)
    expect(await statusWith(body.key)).toBe(200)
    const revoke = () => administrator.call<{ revokedAt: string }>('POST', `/keys/${body.id}/revoke`)
    const first = await revoke()
    expect(first.status).toBe(200)
    await until('the key is refused', async () => (await statusWith(body.key)) === 401, 1_000)
    expect((await revoke()).body).toEqual(first.body)
    expect((await list(administrator.call)).find(({ id }) => id === body.id)!.state).toBe('revoked')
  })

  test('every operation on API keys requires an administrator, and every write also requires a CSRF token', async () => {
    const { administrator, signIn } = await newTenant()
    const { body: key } = await issue(administrator.call)
    const member = await signIn('member')
    const operations: [string, string, object?][] = [
      ['GET', '/keys'],
      ['POST', '/keys', { name: 'Mine', scopes: ['read'] }],
      ['POST', `/keys/${key.id}/rotate`, {}],
      ['POST', `/keys/${key.id}/revoke`],
    ]
    for (const [method, path, body] of operations) {
      const rejection = { status: 403, body: { code: 'administrators_only' } }
      expect(await member.call(method, path, { body })).toMatchObject(rejection)
      if (method === 'GET') continue
      const forged = await administrator.call(method, path, { body, headers: { 'x-csrf-token': 'guessed' } })
      expect(forged).toMatchObject({ status: 403, body: { code: 'csrf_token_invalid' } })
    }
    expect((await list(administrator.call)).map(({ state }) => state)).toEqual(['active', 'active', 'active'])
  })

  test('answers 404 to rotating or revoking an API key of another organization', async () => {
    const [ours, theirs] = [await newTenant(), await newTenant()]
    const { body: key } = await issue(ours.administrator.call)
    for (const id of [key.id, randomUUID()]) {
      for (const [verb, body] of [['rotate', {}], ['revoke']] as const) {
        const response = await theirs.administrator.call('POST', `/keys/${id}/${verb}`, { body })
        expect(response).toMatchObject({ status: 404, body: { code: 'reference_not_found' } })
      }
    }
    expect((await list(theirs.administrator.call)).map(({ id }) => id)).not.toContain(key.id)
    expect(await statusWith(key.key)).toBe(200)
  })
})
