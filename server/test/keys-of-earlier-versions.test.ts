import { randomBytes } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { newId } from '../src/database/new-id.ts'
import { PreparingClient } from '../src/database/prepare.ts'
import { findUsableKey } from '../src/identity/keys/find-usable.ts'
import { insertKey } from '../src/identity/keys/queries.ts'
import { revokeKey } from '../src/identity/keys/revoke.ts'
import { digestSecret, formatKey, parseKey } from '../src/identity/keys/secret.ts'
import { digestToken } from '../src/identity/sessions/token.ts'
import type { OrganizationScope } from '../src/scope.ts'
import { consoleCallerOf } from './support/console.ts'
import { newStaff, startTestServer } from './support/harness.ts'
import { until } from './support/until.ts'

const { url, newOrganization } = await startTestServer()

/** Issues an API key as earlier versions did: its 64 random digits do not begin with the id of the organization. */
async function issueEarlierKey(scope: OrganizationScope, secret: string) {
  const id = newId()
  const others = { id, name: 'Earlier', scopes: ['read' as const], expiresAt: null }
  await insertKey(scope, { ...others, secretSha256: digestSecret(secret) })
  return { id, key: formatKey(id, secret) }
}

const statusWith = async (key: string): Promise<number> =>
  (await fetch(`${url}/api/v1/incidents?limit=1`, { headers: { 'x-api-key': key } })).status

const beginnings = [
  ['whose digits look like no organization', '0'.repeat(32)],
  ['whose digits look like the id of an unknown organization', newId().replaceAll('-', '')],
] as const

test.each(beginnings)(
  'an API key %s, issued by an earlier version of Tocsin, is accepted until it is revoked',
  async (_, beginning) => {
    const { scope } = await newOrganization()
    const { id, key } = await issueEarlierKey(scope, beginning + randomBytes(16).toString('hex'))
    expect(await statusWith(key)).toBe(200)
    await revokeKey(scope, id)
    await until('the key is refused', async () => (await statusWith(key)) === 401)
  },
)

test.each(beginnings)(
  'after the first use of an API key %s, the server looks up the key in one organization only',
  async (_, beginning) => {
    const { scope } = await newOrganization()
    const { id, key } = await issueEarlierKey(scope, beginning + randomBytes(16).toString('hex'))
    const parsed = parseKey(key)!
    expect(await findUsableKey(scope.service, parsed)).toMatchObject({ id })
    const sent = vi.spyOn(PreparingClient.prototype, 'query')
    expect(await findUsableKey(scope.service, parsed)).toMatchObject({ id })
    const lookUps = sent.mock.calls.filter(
      ([text, , callback]) => String(text).includes('from "api_keys"') && !callback,
    )
    sent.mockRestore()
    expect(lookUps.map(([text]) => text)).toEqual([expect.stringContaining('"key"."organization_id" = $')])
  },
)

test('accepts a session cookie of an earlier version, which does not contain the id of an organization', async () => {
  const { scope } = await newOrganization()
  const staff = await newStaff(scope)
  const token = randomBytes(32).toString('base64url')
  await scope.database
    .insertInto('sessions')
    .values({
      organization_id: staff.organizationId,
      id: newId(),
      user_id: staff.actorId,
      token_sha256: digestToken(token),
      expires_at: '2099-01-01T00:00:00Z',
    })
    .execute()
  const call = consoleCallerOf(url, { cookie: `tocsin_session=${token}` })
  expect((await call('GET', '/session')).status).toBe(200)
})
