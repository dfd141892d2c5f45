import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { readEveryPage } from '../src/cli/read-every-page.ts'
import { issueKey } from '../src/identity/keys/issue.ts'
import { keyListShape, listKeys } from '../src/identity/keys/list.ts'
import { touchKey } from '../src/identity/keys/queries.ts'
import { revokeKey } from '../src/identity/keys/revoke.ts'
import { rotateKey } from '../src/identity/keys/rotate.ts'
import type { OrganizationScope } from '../src/scope.ts'
import { eventsOf, startTestServer } from './support/harness.ts'
import { codesOf, lockRow, meetBehind } from './support/lock-waits.ts'
import { until } from './support/until.ts'

const server = await startTestServer()

const newKey = (scope: OrganizationScope, expiresAt: string | null = null) =>
  issueKey(scope, { name: 'Gateway', scopes: ['read'], expiresAt })

const statusWith = async (key: string): Promise<number> =>
  (await fetch(`${server.url}/api/v1/incidents?limit=1`, { headers: { 'x-api-key': key } })).status

const findKeys = (scope: OrganizationScope) => readEveryPage(keyListShape, (query) => listKeys(scope, query))

const summaryOf = async (scope: OrganizationScope, id: string) => (await findKeys(scope)).find((key) => key.id === id)!

/** Returns true if the current transaction of the scope began more than `ms` milliseconds ago. */
async function isOlderThanMs({ database }: OrganizationScope, ms: number): Promise<boolean> {
  const { rows } = await sql<{ isOlder: boolean }>`
    select clock_timestamp() - now() > ${ms} * interval '1 millisecond' as "isOlder"`.execute(database)
  return rows[0]!.isOlder
}

const hourMs = 3_600_000

describe('a rotated API key', () => {
  test('rotating an API key creates a successor with the same name and scopes, and the old key works for 24 more hours', async () => {
    const { scope } = await server.newOrganization()
    const old = await newKey(scope)
    const { successor, oldRevokedAt } = await rotateKey(scope, old.id)

    expect(Date.parse(oldRevokedAt) - Date.now()).toBeGreaterThan(23.9 * hourMs)
    expect(Date.parse(oldRevokedAt) - Date.now()).toBeLessThan(24.1 * hourMs)
    expect(await summaryOf(scope, old.id)).toMatchObject({ revokedAt: oldRevokedAt, successorId: successor.id })
    expect(await summaryOf(scope, successor.id)).toMatchObject({
      name: 'Gateway',
      scopes: ['read'],
      expiresAt: null,
      revokedAt: null,
      successorId: null,
    })
    expect([await statusWith(old.key), await statusWith(successor.key)]).toEqual([200, 200])
  })

  test('a rotated API key stops working within a second after the end of the overlap with its successor', async () => {
    const { scope } = await server.newOrganization()
    const old = await newKey(scope)
    expect(await statusWith(old.key)).toBe(200)
    const { successor } = await rotateKey(scope, old.id, 300)
    await until('the old key is refused', async () => (await statusWith(old.key)) === 401, 1_300)
    expect(await statusWith(successor.key)).toBe(200)
  })

  test('a rotated API key cannot be rotated again, but its successor can be rotated', async () => {
    const { scope } = await server.newOrganization()
    const old = await newKey(scope)
    const { successor } = await rotateKey(scope, old.id)
    await expect(rotateKey(scope, old.id)).rejects.toThrow(`its successor is ${successor.id}`)
    await expect(rotateKey(scope, successor.id)).resolves.toMatchObject({ successor: { name: 'Gateway' } })
    expect(await findKeys(scope)).toHaveLength(5)
  })

  test('only one of two simultaneous rotations of an API key succeeds', async () => {
    const { scope } = await server.newOrganization()
    const { id } = await newKey(scope)
    const rotate = () => rotateKey(scope, id)
    const outcomes = await meetBehind(scope, lockRow('api_keys', id), [rotate, rotate])
    expect(codesOf(outcomes).toSorted()).toEqual(['done', 'invalid_request'])
    expect(await findKeys(scope)).toHaveLength(4)
  })

  test('the successor of an API key that expires gets the same total lifetime as the old key', async () => {
    const { scope } = await server.newOrganization()
    const old = await newKey(scope, new Date(Date.now() + 48 * hourMs).toISOString())
    await scope.database
      .updateTable('api_keys')
      .set({ created_at: new Date(Date.now() - 24 * hourMs).toISOString() })
      .where('id', '=', old.id)
      .execute()
    const { successor } = await rotateKey(scope, old.id)
    expect(Math.round((Date.parse(successor.expiresAt!) - Date.now()) / hourMs)).toBe(72)
    expect((await summaryOf(scope, successor.id)).expiresAt).toBe(successor.expiresAt)
  })

  test('rotating an API key records events that contain no secrets', async () => {
    const { scope } = await server.newOrganization()
    const old = await newKey(scope)
    const { successor, oldRevokedAt } = await rotateKey(scope, old.id)
    const events = [...(await eventsOf(scope, old.id)), ...(await eventsOf(scope, successor.id))]
    expect(events.map(({ kind, actorId }) => [kind, actorId])).toEqual([
      ['api_key.issued', scope.actorId],
      ['api_key.rotated', scope.actorId],
      ['api_key.issued', scope.actorId],
    ])
    expect(events[1]!.data).toEqual({ successorId: successor.id, revokedAt: oldRevokedAt })
    for (const { key } of [old, successor]) expect(JSON.stringify(events)).not.toContain(key.split('_')[2])
  })
})

describe('a revoked API key', () => {
  test('a revoked API key stops working within a second, and a second revocation changes nothing', async () => {
    const { scope } = await server.newOrganization()
    const { id, key } = await newKey(scope)
    expect(await statusWith(key)).toBe(200)
    const first = await revokeKey(scope, id)
    await until('the key is refused', async () => (await statusWith(key)) === 401, 1_000)

    expect(first).toMatchObject({ name: 'Gateway', wasRevoked: false })
    expect(await revokeKey(scope, id)).toEqual({ ...first, wasRevoked: true })
    expect((await eventsOf(scope, id)).map(({ kind }) => kind)).toEqual(['api_key.issued', 'api_key.revoked'])
  })

  test('a rotated API key that is revoked during the overlap with its successor stops working, and the successor still works', async () => {
    const { scope } = await server.newOrganization()
    const { id, key } = await newKey(scope)
    const { successor } = await rotateKey(scope, id)
    expect(await revokeKey(scope, id)).toMatchObject({ wasRevoked: false })
    await until('the key is refused', async () => (await statusWith(key)) === 401, 1_000)
    expect((await summaryOf(scope, id)).successorId).toBe(successor.id)
    expect(await statusWith(successor.key)).toBe(200)
  })

  test('revoked and expired API keys cannot be rotated', async () => {
    const { scope } = await server.newOrganization()
    const { id } = await newKey(scope)
    const expired = await newKey(scope, new Date(Date.now() - 1).toISOString())
    await revokeKey(scope, id)
    await expect(rotateKey(scope, id)).rejects.toThrow('was revoked at')
    await expect(rotateKey(scope, expired.id)).rejects.toThrow('expired at')
    expect(await findKeys(scope)).toHaveLength(4)
  })

  test('rotating a revoked API key is rejected even in a transaction that began before the revocation', async () => {
    const { scope } = await server.newOrganization()
    const { id } = await newKey(scope)
    const rotation = scope.transaction(async (inner) => {
      await until('the transaction is older than what comes', () => isOlderThanMs(inner, 5))
      await revokeKey(scope, id)
      return rotateKey(inner, id)
    })
    await expect(rotation).rejects.toThrow('was revoked at')
    expect((await summaryOf(scope, id)).successorId).toBe(null)
  })
})

test('the last use of an API key is recorded only if the recorded time is older than 30 seconds', async () => {
  const { scope } = await server.newOrganization()
  const { id } = await newKey(scope)
  const lastUseAfter = async (secondsAgo: number) => {
    const last_used_at = new Date(Date.now() - secondsAgo * 1_000).toISOString()
    await scope.database.updateTable('api_keys').set({ last_used_at }).where('id', '=', id).execute()
    await touchKey(scope, id)
    return { before: last_used_at, after: (await summaryOf(scope, id)).lastUsedAt! }
  }
  const recent = await lastUseAfter(20)
  expect(recent.after).toBe(recent.before)
  const longAgo = await lastUseAfter(40)
  expect(longAgo.after > longAgo.before).toBe(true)
})

test('answers 401 to a request with an expired API key', async () => {
  const { scope } = await server.newOrganization()
  const { key } = await newKey(scope, new Date(Date.now() - 1).toISOString())
  expect(await statusWith(key)).toBe(401)
})

test('an API key of another organization cannot be listed, rotated or revoked', async () => {
  const { scope } = await server.newOrganization()
  const { scope: elsewhere } = await server.newOrganization()
  const { id, key } = await newKey(elsewhere)
  for (const wanted of [id, randomUUID()]) {
    await expect(revokeKey(scope, wanted)).rejects.toMatchObject({ code: 'reference_not_found' })
    await expect(rotateKey(scope, wanted)).rejects.toMatchObject({ code: 'reference_not_found' })
  }
  expect((await findKeys(scope)).map((one) => one.id)).not.toContain(id)
  expect(await statusWith(key)).toBe(200)
})

test('the list of API keys contains no secrets', async () => {
  const { scope } = await server.newOrganization()
  const { key } = await newKey(scope)
  const listed = await findKeys(scope)
  expect(JSON.stringify(listed)).not.toContain(key.split('_')[2])
  expect(Object.keys(listed[0]!).filter((name) => name.includes('secret'))).toEqual([])
})
