import { randomUUID } from 'node:crypto'
import { contentOf } from '@tocsin/contract/rules/content-of.ts'
import { describe, expect, test } from 'vitest'
import { publishConfiguration } from '../../src/configuration/publish.ts'
import { currentConfiguration } from '../../src/configuration/published.ts'
import { addLocation } from '../../src/directory/add-location.ts'
import { archiveLocation } from '../../src/directory/archive.ts'
import { issueKey } from '../../src/identity/keys/issue.ts'
import { revokeKey } from '../../src/identity/keys/revoke.ts'
import { createOrganization } from '../../src/organizations/create.ts'
import { apiCallerOf, type Call } from '../support/caller.ts'
import { tryCreation } from '../support/harness.ts'
import { walkIncidents } from '../support/walk.ts'
import { startTwoServers } from '../support/two-servers.ts'
import { until } from '../support/until.ts'

const { servers, service } = await startTwoServers('several')

const newOrganization = async () => {
  const scope = await createOrganization(service, 'Several servers')
  const { id: keyId, key } = await issueKey(scope, { name: 'test', scopes: ['read', 'write'] })
  const calls = servers.map(({ url }) => apiCallerOf(url, key)) as [Call, Call]
  return { scope, keyId, calls }
}

/** Sends one creation for each body, all at the same time and alternately to the two servers. */
const createInParallel = (calls: [Call, Call], bodies: Record<string, unknown>[]) =>
  Promise.all(bodies.map((body, index) => tryCreation(calls[index % 2]!, body)))

describe('parallel creations through two servers', () => {
  test('stores one incident for 64 simultaneous creations with the same clientRequestId and body, and answers 201 to all', async () => {
    const { calls } = await newOrganization()
    const body = { clientRequestId: randomUUID(), tags: ['a', 'b'] }
    const responses = await createInParallel(
      calls,
      Array.from({ length: 64 }, () => body),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 64 }, () => 201))
    expect(new Set(responses.map((response) => response.body.id)).size).toBe(1)
    expect(responses.filter(({ headers }) => !headers.has('idempotent-replayed'))).toHaveLength(1)
    expect(await walkIncidents(calls[0])).toHaveLength(1)
  })

  test('if creations with one clientRequestId have two different bodies, one body is stored, and the other body gets 400', async () => {
    const { calls } = await newOrganization()
    const clientRequestId = randomUUID()
    const responses = await createInParallel(
      calls,
      Array.from({ length: 64 }, (_, index) => ({ clientRequestId, name: index % 4 < 2 ? 'one' : 'other' })),
    )
    const [stored, ...others] = await walkIncidents(calls[1])
    expect(others).toEqual([])
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(32)
    expect(responses.map(({ status, body }) => (status === 201 ? body.id : `${body.code} ${body.incidentId}`))).toEqual(
      responses.map(({ status }) => (status === 201 ? stored!.id : `client_request_id_reused ${stored!.id}`)),
    )
  })
})

test('answers each of 210 simultaneous valid, invalid and repeated creations correctly', async () => {
  const { calls } = await newOrganization()
  const clientRequestId = randomUUID()
  const kinds = [
    { body: () => ({ name: 'good' }), expected: { status: 201 } },
    { body: () => ({ name: ' ' }), expected: { status: 400, code: 'invalid_incident' } },
    { body: () => ({ clientRequestId, name: 'repeated' }), expected: { status: 201 } },
    { body: () => ({ clientRequestId, name: 'reused' }), expected: { status: 400, code: 'client_request_id_reused' } },
    { body: () => ({ locationId: randomUUID() }), expected: { status: 404, code: 'reference_not_found' } },
    { body: () => ({ assigneeId: randomUUID() }), expected: { status: 404, code: 'reference_not_found' } },
    { body: () => ({ name: `good ${randomUUID()}`, tags: ['x'] }), expected: { status: 201 } },
  ]
  // Create the incident "repeated" before the burst, so that the body "reused" with the same clientRequestId is
  // rejected.
  await tryCreation(calls[0], { clientRequestId, name: 'repeated' })
  const burst = Array.from({ length: 210 }, (_, index) => kinds[index % kinds.length]!)
  const responses = await createInParallel(
    calls,
    burst.map(({ body }) => body()),
  )
  expect(responses.map(({ status, body }) => ({ status, ...(status > 201 && { code: body.code }) }))).toEqual(
    burst.map(({ expected }) => expected),
  )
  expect(await walkIncidents(calls[0])).toHaveLength(61)
})

describe('a creation right after another process published a revision', () => {
  const flood = { id: randomUUID(), name: 'Flood', active: true, profileId: null }
  const description = 'Compressor off'

  /**
   * Publishes revision 2, which requires a description, and creates an incident through a server that still caches
   * revision 1 as the current revision.
   * @param fieldsWith returns the fields of the incident. It receives the id of an archived location.
   */
  async function createAfterPublishing(fieldsWith: (archivedLocationId: string) => Record<string, unknown>) {
    const {
      scope,
      calls: [call],
    } = await newOrganization()
    const { id: locationId } = await addLocation(scope, { name: 'Former shop' })
    await archiveLocation(scope, locationId)
    const former = await currentConfiguration(scope)
    const [profile] = former.profiles
    const fields = { ...profile!.fields, description: { rule: 'required' as const } }
    expect((await tryCreation(call)).body).toMatchObject({ creationConfigVersion: 1 })
    await publishConfiguration(scope, { ...contentOf(former), types: [flood], profiles: [{ ...profile!, fields }] })
    return tryCreation(call, fieldsWith(locationId))
  }

  test.each([
    ['a body that both revisions allow', () => ({ description }), 201, 2],
    ['a body that only the new revision allows', () => ({ description, typeId: flood.id }), 201, 2],
    ['a body that only the former revision allows', () => ({}), 400, 2],
    ['a malformed body', () => ({ name: 5 }), 400, 2],
    ['a body that names the new revision', () => ({ description, configVersion: 2 }), 201, 2],
    [
      'a body that names the former revision and an archived location',
      (locationId: string) => ({ configVersion: 1, locationId }),
      201,
      1,
    ],
  ])(
    'validates %s against the right revision, even if the server has cached the former revision as the current one',
    async (_, fieldsWith, status, creationConfigVersion) => {
      expect(await createAfterPublishing(fieldsWith)).toMatchObject({ status, body: { creationConfigVersion } })
    },
  )
})

test('every server process rejects an API key within a second of its revocation', async () => {
  const { scope, keyId, calls } = await newOrganization()
  for (const call of calls) expect((await call('GET', '/incidents')).status).toBe(200)
  await revokeKey(scope, keyId)
  await Promise.all(
    calls.map((call) =>
      until('the key is rejected', async () => (await call('GET', '/incidents')).status === 401, 1_000),
    ),
  )
})
