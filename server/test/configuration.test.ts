import { randomUUID } from 'node:crypto'
import type { ConfigurationContent, CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { revisionAgeMaximumDays } from '@tocsin/contract/limits.ts'
import { describe, expect, test } from 'vitest'
import { publishConfiguration } from '../src/configuration/publish.ts'
import { setOldestRevisionAge } from '../src/configuration/revisions/set-oldest-revision-age.ts'
import { addLocation } from '../src/directory/add-location.ts'
import { addPoint } from '../src/directory/add-point.ts'
import type { OrganizationScope } from '../src/scope.ts'
import type { Call } from './support/caller.ts'
import { eventsOf, newIncident, startTestServer } from './support/harness.ts'
import { lockRow, meetBehind } from './support/lock-waits.ts'

const server = await startTestServer()

/**
 * Returns the recorded changes of the accepted age of revisions, oldest first. Each change is a pair of numbers of
 * days, before and after the change. Null means no limit.
 */
const ageStepsOf = async (scope: OrganizationScope) =>
  (await eventsOf(scope, 'organization'))
    .filter(({ kind }) => kind === 'organization.changed')
    .map(({ data }) => (data.changes as Record<string, [number | null, number | null]>).oldestRevisionAgeDays!)

/** Makes a configuration whose only profile requires a name and a description. */
function newDraft(): ConfigurationContent {
  const typeId = randomUUID()
  const profileId = randomUUID()
  return {
    types: [{ id: typeId, name: 'Cold chain', active: true, profileId: null }],
    categories: [{ id: randomUUID(), typeId, name: 'Freezer', active: true }],
    profiles: [
      {
        id: profileId,
        name: 'Standard',
        fields: {
          name: { rule: 'required' },
          description: { rule: 'required' },
          tags: { rule: 'optional', default: ['a'] },
        },
      },
    ],
    defaultProfileId: profileId,
  }
}

const read = (call: Call, revision: number | string, ifNoneMatch?: string) =>
  call<CreationConfiguration>('GET', `/creation-configurations/${revision}`, {
    headers: ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch },
  })

describe('get-current-creation-configuration', () => {
  test('returns the complete newest revision immediately after that revision is published', async () => {
    const { callReadOnly, scope } = await server.newOrganization()
    expect((await read(callReadOnly, 'current')).body.revision).toBe(1)
    const draft = newDraft()
    await publishConfiguration(scope, draft)

    const { status, headers, body } = await read(callReadOnly, 'current')
    expect(status).toBe(200)
    expect(body).toEqual({ revision: 2, publishedAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/), ...draft })
    expect(headers.get('cache-control')).toBe('private, no-cache')
    expect(headers.get('vary')).toBe('x-api-key, cookie')
    expect(headers.get('content-location')).toBe('/api/v1/creation-configurations/2')
    expect(
      (await read(callReadOnly, headers.get('content-location')!.slice('/api/v1/creation-configurations/'.length)))
        .body,
    ).toEqual(body)
  })

  test('answers 304 to a client that has the current revision, and 200 once another revision is published', async () => {
    const { call, scope } = await server.newOrganization()
    const first = await read(call, 'current')
    const tag = first.headers.get('etag')!
    expect(tag).toMatch(/^"[^"]+"$/)

    const unchanged = await read(call, 'current', tag)
    expect(unchanged).toMatchObject({ status: 304, body: undefined })
    expect(unchanged.headers.get('etag')).toBe(tag)
    expect(unchanged.headers.get('cache-control')).toBe('private, no-cache')
    // In a 304 response, Content-Length would be the length of the whole revision (RFC 9110, 8.6), and some clients
    // would wait for a body of that length.
    expect(unchanged.headers.has('content-length')).toBe(false)
    for (const ifNoneMatch of [`W/${tag}`, `"other", ${tag}`, '*']) {
      expect(await read(call, 'current', ifNoneMatch)).toMatchObject({ status: 304 })
    }
    expect(await read(call, 'current', '"other"')).toMatchObject({ status: 200 })

    await publishConfiguration(scope, newDraft())
    expect(await read(call, 'current', tag)).toMatchObject({ status: 200, body: { revision: 2 } })
  })
})

describe('get-creation-configuration', () => {
  test('returns a revision with headers that allow clients to cache the revision permanently', async () => {
    const { callReadOnly, scope } = await server.newOrganization()
    const first = await read(callReadOnly, 1)
    await publishConfiguration(scope, newDraft())

    const again = await read(callReadOnly, 1)
    expect(again).toMatchObject({ status: 200, body: first.body })
    expect(again.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    expect(again.headers.get('vary')).toBe('x-api-key, cookie')
    const tag = first.headers.get('etag')!
    expect(again.headers.get('etag')).toBe(tag)
    expect(await read(callReadOnly, 1, tag)).toMatchObject({ status: 304, body: undefined })
    expect((await read(callReadOnly, 2)).headers.get('etag')).not.toBe(tag)
  })

  test.each(['2', '2147483648', '9'.repeat(400)])(
    'answers 404 for the missing revision %s, even if another organization has a revision with that number',
    async (revision) => {
      const { call } = await server.newOrganization()
      const other = await server.newOrganization()
      await publishConfiguration(other.scope, newDraft())
      const response = await call('GET', `/creation-configurations/${revision}`)
      expect(response).toMatchObject({ status: 404, body: { code: 'configuration_not_found' } })
    },
  )

  test.each(['0', '01', '-1', '1.0', '1e0', 'latest', '%D9%A1'])(
    'rejects the malformed revision number "%s"',
    async (revision) => {
      const { call } = await server.newOrganization()
      const { status, body } = await call('GET', `/creation-configurations/${revision}`)
      expect(status).toBe(400)
      expect(body.errors).toEqual([expect.objectContaining({ parameter: 'revision', code: 'invalid_format' })])
    },
  )

  test('answers 401 to a request for a revision with an invalid API key', async () => {
    const { call } = await server.newOrganization()
    for (const revision of ['current', '1']) {
      const response = await call('GET', `/creation-configurations/${revision}`, { headers: { 'x-api-key': 'x' } })
      expect(response).toMatchObject({ status: 401 })
    }
  })

  test('returns different content and ETags for revisions with the same number in two organizations', async () => {
    const [mine, other] = [await server.newOrganization(), await server.newOrganization()]
    const [ours, theirs] = [await read(mine.call, 1), await read(other.call, 1)]
    expect(ours.body.defaultProfileId).not.toBe(theirs.body.defaultProfileId)
    expect(await read(other.call, 1, ours.headers.get('etag')!)).toMatchObject({ status: 200 })
  })
})

describe('malformed fields of a creation that have a default', () => {
  test('a creation with a malformed typeId is not validated against the default type', async () => {
    const { call, scope } = await server.newOrganization()
    const [defaultTypeId, typeId, categoryId, standardId, shortId] = Array.from({ length: 5 }, () => randomUUID())
    await publishConfiguration(scope, {
      types: [
        { id: defaultTypeId!, name: 'Cold chain', active: true, profileId: shortId! },
        { id: typeId!, name: 'Till', active: true, profileId: null },
      ],
      categories: [{ id: categoryId!, typeId: typeId!, name: 'Receipt printer', active: true }],
      profiles: [
        { id: standardId!, name: 'Standard', fields: { typeId: { rule: 'optional', default: defaultTypeId! } } },
        { id: shortId!, name: 'Short', fields: { description: { rule: 'hidden' } } },
      ],
      defaultProfileId: standardId!,
    })

    const body = { clientRequestId: randomUUID(), typeId: 'till', categoryId, description: 'It prints no more.' }
    const response = await call('POST', '/incidents', { body })

    expect(response.body.errors).toMatchObject([{ pointer: '/typeId', code: 'invalid_format' }])
  })

  test('a creation with a malformed locationId is not validated against the default location', async () => {
    const { call, scope } = await server.newOrganization()
    const { id: locationId } = await addLocation(scope, { name: 'Harbour Street' })
    const { id: elsewhere } = await addLocation(scope, { name: 'Market Square' })
    const { id: pointId } = await addPoint(scope, { locationId: elsewhere, name: 'Till 1' })
    const profile = {
      id: randomUUID(),
      name: 'Standard',
      fields: { locationId: { rule: 'required' as const, default: locationId } },
    }
    await publishConfiguration(scope, { types: [], categories: [], profiles: [profile], defaultProfileId: profile.id })

    const body = { clientRequestId: randomUUID(), locationId: 'market', pointId }
    const response = await call('POST', '/incidents', { body })

    expect(response.body.errors).toMatchObject([{ pointer: '/locationId', code: 'invalid_format' }])
  })
})

describe('the number of days for which replaced revisions are accepted', () => {
  test('rejects a new creation under a revision that is too old, but replays an earlier creation under this revision', async () => {
    const { call, scope } = await server.newOrganization()
    const other = await server.newOrganization()
    const body = { clientRequestId: randomUUID(), name: 'Freezer above -15 °C', configVersion: 1 }
    const { body: created } = await call<IncidentResponse>('POST', '/incidents', { body })
    for (const { scope: each } of [{ scope }, other]) await publishConfiguration(each, newDraft())
    const createUnderFirst = (caller: Call) =>
      caller<IncidentResponse>('POST', '/incidents', { body: { ...body, clientRequestId: randomUUID() } })
    expect(await createUnderFirst(call)).toMatchObject({ status: 201, body: { creationConfigVersion: 1 } })

    await setOldestRevisionAge(scope, 1)
    expect(await createUnderFirst(call)).toMatchObject({ status: 201 })
    await setOldestRevisionAge(scope, 0)
    expect(await createUnderFirst(call)).toMatchObject({
      status: 400,
      body: { code: 'configuration_revision_too_old', creationConfigVersion: 1 },
    })
    const invalid = { ...body, clientRequestId: randomUUID(), locationId: randomUUID(), latitude: 1 }
    const { body: problem } = await call('POST', '/incidents', { body: invalid })
    expect(problem).toMatchObject({ code: 'configuration_revision_too_old', creationConfigVersion: 1 })
    expect(problem.errors.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      '/configVersion configuration_too_old',
      '/longitude coordinates_incomplete',
      '/locationId location_not_found',
    ])
    expect(await createUnderFirst(other.call)).toMatchObject({ status: 201 })

    const replay = await call<IncidentResponse>('POST', '/incidents', { body })
    expect(replay).toMatchObject({ status: 201, body: created })
    expect(replay.headers.get('idempotent-replayed')).toBe('true')
    expect(await call('POST', '/incidents', { body: { ...body, name: 'Other' } })).toMatchObject({
      status: 400,
      body: { code: 'client_request_id_reused', incidentId: created.id },
    })
    await newIncident(call, { configVersion: 2, description: 'Compressor off' })

    for (const days of [revisionAgeMaximumDays, 2 ** 31 - 1, null]) {
      await setOldestRevisionAge(scope, days)
      expect(await createUnderFirst(call)).toMatchObject({ status: 201 })
    }
  })

  test('the age of a replaced revision counts from the publication of the next revision', async () => {
    const { call, scope } = await server.newOrganization()
    const publishedDaysAgo = (revision: number, days: number) =>
      scope.database
        .updateTable('creation_configurations')
        .set({ published_at: new Date(Date.now() - days * 86_400_000).toISOString() })
        .where('organization_id', '=', scope.organizationId)
        .where('revision', '=', revision)
        .execute()
    await publishConfiguration(scope, newDraft())
    await setOldestRevisionAge(scope, 7)
    const create = () =>
      call('POST', '/incidents', { body: { clientRequestId: randomUUID(), name: 'Freezer', configVersion: 1 } })

    await publishedDaysAgo(1, 30)
    expect(await create()).toMatchObject({ status: 201 })
    await publishedDaysAgo(2, 6)
    expect(await create()).toMatchObject({ status: 201 })
    await publishedDaysAgo(2, 8)
    expect(await create()).toMatchObject({ status: 400, body: { code: 'configuration_revision_too_old' } })
  })

  test('records an event for each change of the number of days for which replaced revisions are accepted', async () => {
    const { scope } = await server.newOrganization()
    for (const days of [30, 30, 7, null]) await setOldestRevisionAge(scope, days)
    expect(await ageStepsOf(scope)).toEqual([
      [null, 30],
      [30, 7],
      [7, null],
    ])
  })

  test('simultaneous changes to the number of days for which replaced revisions are accepted take effect one after the other', async () => {
    const { scope } = await server.newOrganization()
    const set = (days: number) => () => setOldestRevisionAge(scope, days)
    await meetBehind(scope, lockRow('organizations', scope.organizationId), [set(30), set(7)])
    const steps = await ageStepsOf(scope)
    expect(steps.map(([from]) => from)).toEqual([null, steps[0]![1]])
  })
})
