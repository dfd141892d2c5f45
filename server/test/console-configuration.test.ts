import { randomUUID } from 'node:crypto'
import type { ConfigurationContent, CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import type { SavedDraft, ConfigurationDraft } from '@tocsin/contract/console/configuration-draft.ts'
import type { ConfigurationChanges, RevisionSummary } from '@tocsin/contract/console/configuration-history.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { describe, expect, test } from 'vitest'
import { discardDraft } from '../src/configuration/draft/discard.ts'
import { publishConfiguration } from '../src/configuration/publish.ts'
import { publishDraft } from '../src/configuration/draft/publish.ts'
import { saveDraft } from '../src/configuration/draft/save.ts'
import { addLocation } from '../src/directory/add-location.ts'
import { archiveLocation } from '../src/directory/archive.ts'
import type { OrganizationScope } from '../src/scope.ts'
import type { Call } from './support/caller.ts'
import { eventsOf, newIncident, startTestServer } from './support/harness.ts'
import { codesOf, lockRow, meetBehind } from './support/lock-waits.ts'

const server = await startTestServer()

async function newTenant() {
  const organization = await server.newOrganization()
  return { ...organization, administrator: await organization.signIn('administrator') }
}

interface RevisionPage {
  data: RevisionSummary[]
  meta: { nextCursor: string | null }
}

/** Makes a cursor of the list of revisions. */
const cursorAt = (revision: string): string =>
  Buffer.from(JSON.stringify(['-id', revision, revision])).toString('base64url')

const readDraft = async (call: Call): Promise<SavedDraft> =>
  (await call<SavedDraft>('GET', '/configuration/draft')).body

/** Reads the draft, lets `edit` modify its content in place, and saves the draft. */
async function save(call: Call, edit: (content: ConfigurationDraft) => void, overrides: Partial<SavedDraft> = {}) {
  const { content, version, basedOnRevision } = { ...(await readDraft(call)), ...overrides }
  edit(content)
  return call<SavedDraft>('PUT', '/configuration/draft', { body: { content, version, basedOnRevision } })
}

const discard = (call: Call, version: number) =>
  call('DELETE', '/configuration/draft', { headers: { 'if-match': `"${version}"` } })

const publish = (call: Call, body: { version: number; replacesRevision?: number }) =>
  call<{ revision: number; code: string }>('POST', '/configuration/draft/publish', { body })

const requireDescription = (content: ConfigurationDraft): void => {
  content.profiles[0]!.fields.description = { rule: 'required' }
}

const newType = () => ({ id: randomUUID(), name: 'Flood', active: true, profileId: null })

describe('the draft of the creation configuration', () => {
  const endings = {
    published: (scope: OrganizationScope, version: number): Promise<unknown> => publishDraft(scope, { version }),
    discarded: discardDraft,
  }

  test.each(Object.entries(endings))(
    'a draft cannot be %s if another user saves a change to the draft just before',
    async (_, end) => {
      const { administrator, scope } = await newTenant()
      const { version, content } = (await save(administrator.call, requireDescription)).body
      const edited = { ...content, types: [newType()] }
      const outcomes = await meetBehind(
        scope,
        (inner) => saveDraft(inner, { version, basedOnRevision: 1, content: edited }),
        [() => end(scope, version)],
      )
      expect(codesOf(outcomes)).toEqual(['configuration_draft_changed'])
      expect(await readDraft(administrator.call)).toMatchObject({
        currentRevision: 1,
        version: version + 1,
        content: edited,
      })
    },
  )

  test('if two users save the first draft at the same time, one save succeeds and the other is rejected', async () => {
    const { administrator, scope } = await newTenant()
    const { content } = await readDraft(administrator.call)
    const begin = (inner: OrganizationScope) => saveDraft(inner, { version: 0, basedOnRevision: 1, content })
    expect(codesOf(await meetBehind(scope, begin, [() => begin(scope)]))).toEqual(['configuration_draft_changed'])
  })

  test('a new draft is based on the current revision; a saved draft is returned exactly as it was saved', async () => {
    const { administrator } = await newTenant()
    const { call, user } = administrator
    expect(await readDraft(call)).toMatchObject({
      basedOnRevision: 1,
      currentRevision: 1,
      version: 0,
      updatedAt: null,
      updatedBy: null,
      violations: [],
    })
    const type = newType()
    const saved = await save(call, (content) => content.types.push(type))
    expect(saved).toMatchObject({ status: 200, body: { version: 1, updatedBy: { id: user.id, name: user.name } } })
    expect(saved.body.content.types).toEqual([type])
    expect(await readDraft(call)).toEqual(saved.body)
  })

  test('a draft with violations can be saved but not published, and is returned with its violations', async () => {
    const { call } = (await newTenant()).administrator
    const missing = randomUUID()
    const saved = await save(call, ({ types, categories, profiles }) => {
      types.push({ ...newType(), name: '', profileId: missing })
      categories.push({ id: randomUUID(), typeId: '', name: 'Smoke', active: true })
      profiles[0]!.fields.priority = { rule: 'optional', default: 'HUGE' }
    })
    expect(saved.status).toBe(200)
    expect(saved.body.violations.map(({ pointer, code }) => [pointer, code])).toEqual(
      expect.arrayContaining([
        ['/types/0/name', 'too_short'],
        ['/types/0/profileId', 'unknown_profile'],
        ['/categories/0/typeId', 'invalid_format'],
        ['/profiles/0/fields/priority/default', 'not_allowed_value'],
      ]),
    )
    const rejected = await publish(call, { version: saved.body.version })
    expect(rejected).toMatchObject({ status: 400, body: { code: 'invalid_request', errors: saved.body.violations } })
    expect((await readDraft(call)).currentRevision).toBe(1)
  })

  test('a draft has a violation for a default location that is archived or belongs to another organization', async () => {
    const { administrator, scope } = await newTenant()
    const { scope: elsewhere } = await server.newOrganization()
    const [own, other] = [await addLocation(scope, { name: 'Ours' }), await addLocation(elsewhere, { name: 'Theirs' })]
    const unusable = {
      pointer: '/profiles/0/fields/locationId/default',
      code: 'location_not_found',
      message: 'The default is a location that does not exist or is archived.',
    }
    const violationsWith = async (locationId: string) =>
      (
        await save(administrator.call, ({ profiles }) => {
          profiles[0]!.fields.locationId = { rule: 'optional', default: locationId }
        })
      ).body.violations
    expect(await violationsWith(own.id)).toEqual([])
    expect(await violationsWith(other.id)).toEqual([unusable])
    await archiveLocation(scope, own.id)
    expect(await violationsWith(own.id)).toEqual([unusable])
  })

  test('rejects saving a draft with a version that is not the current version of the draft', async () => {
    const { call } = (await newTenant()).administrator
    const first = await save(call, (content) => content.types.push(newType()))
    for (const version of [0, 2, 2_147_483_647]) {
      const late = await save(call, requireDescription, { version })
      expect(late).toMatchObject({ status: 409, body: { code: 'configuration_draft_changed' } })
    }
    expect(await readDraft(call)).toEqual(first.body)
  })

  test('discarding a draft deletes the draft, and a later save that is based on the discarded draft is rejected', async () => {
    const { call } = (await newTenant()).administrator
    await save(call, requireDescription)
    const { version } = (await save(call, (content) => content.types.push(newType()))).body
    expect(await discard(call, version)).toMatchObject({ status: 204 })

    const draft = await readDraft(call)
    expect(draft).toMatchObject({ updatedAt: null, content: { types: [] } })
    expect(draft.version).toBeGreaterThan(version)
    expect(await discard(call, draft.version)).toMatchObject({ status: 204 })
    expect((await readDraft(call)).version).toBe(draft.version)
    expect(await save(call, requireDescription, { version })).toMatchObject({ status: 409 })
    expect(await save(call, requireDescription)).toMatchObject({ status: 200 })
  })

  test('a request to discard a draft is rejected if the request does not contain the current version of the draft', async () => {
    const { call } = (await newTenant()).administrator
    expect(await discard(call, 0)).toMatchObject({ status: 204 })
    const savedVersion = (await save(call, requireDescription)).body.version
    const latest = await save(call, (content) => content.types.push(newType()))
    for (const version of [0, savedVersion, latest.body.version + 1]) {
      const late = await discard(call, version)
      expect(late).toMatchObject({ status: 409, body: { code: 'configuration_draft_changed' } })
    }
    const unsaid = await call('DELETE', '/configuration/draft')
    expect(unsaid).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect(await readDraft(call)).toEqual(latest.body)
  })

  test.each([
    ['an unknown field', { extra: 1 }, 400],
    ['another type of value', { content: [] }, 400],
    ['a revision that never was', { basedOnRevision: 99 }, 404],
  ])('a draft with %s is rejected', async (_, wrong, status) => {
    const { call } = (await newTenant()).administrator
    const { content, version, basedOnRevision } = await readDraft(call)
    const body = { content, version, basedOnRevision, ...wrong }
    expect(await call('PUT', '/configuration/draft', { body })).toMatchObject({ status })
    expect((await readDraft(call)).version).toBe(0)
  })

  test('the difference of a draft lists the changes from the current revision to the draft', async () => {
    const { call } = (await newTenant()).administrator
    const type = newType()
    await save(call, (content) => content.types.push(type))
    const { body } = await call<ConfigurationChanges>('GET', '/configuration/draft/difference')
    expect(body).toMatchObject({ types: { added: [{ id: type.id, name: 'Flood' }], removed: [], changed: [] } })
  })

  test('saving and discarding a draft record events that name the user', async () => {
    const { administrator } = await newTenant()
    await save(administrator.call, requireDescription)
    await discard(administrator.call, 1)
    const actorId = administrator.user.id
    expect((await eventsOf(administrator.scope, 'configuration')).slice(1)).toMatchObject([
      { kind: 'configuration.draft_saved', actorId, data: { version: 1 } },
      { kind: 'configuration.draft_discarded', actorId, data: { version: 1 } },
    ])
  })
})

describe('publishing the draft', () => {
  test('a published draft governs the next creation, and a creation may still name the previous revision', async () => {
    const { call, administrator } = await newTenant()
    const create = (body: object) =>
      call<IncidentResponse>('POST', '/incidents', { body: { clientRequestId: randomUUID(), name: 'Leak', ...body } })
    expect(await create({})).toMatchObject({ status: 201 })

    const { version } = (await save(administrator.call, requireDescription)).body
    expect(await publish(administrator.call, { version })).toMatchObject({ status: 201, body: { revision: 2 } })
    expect(await create({})).toMatchObject({
      status: 400,
      body: { creationConfigVersion: 2, errors: [{ pointer: '/description', code: 'required' }] },
    })
    expect(await create({ description: 'Under the sink' })).toMatchObject({ body: { creationConfigVersion: 2 } })
    expect(await create({ configVersion: 1 })).toMatchObject({ status: 201, body: { creationConfigVersion: 1 } })
    expect(await readDraft(administrator.call)).toMatchObject({ basedOnRevision: 2, updatedAt: null, violations: [] })
  })

  test('publishing a draft records an event that names the user', async () => {
    const { administrator, scope } = await newTenant()
    const { version } = (await save(administrator.call, requireDescription)).body
    await publish(administrator.call, { version })
    expect((await eventsOf(scope, 'configuration')).at(-1)).toEqual({
      kind: 'configuration.published',
      actorId: administrator.user.id,
      data: { revision: 2 },
    })
  })

  test('only one of four simultaneous publications of a draft succeeds', async () => {
    const { administrator } = await newTenant()
    const { version } = (await save(administrator.call, requireDescription)).body
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => publish(administrator.call, { version })))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
    expect(outcomes.find(({ status }) => status === 409)!.body.code).toBe('configuration_draft_changed')
    expect((await readDraft(administrator.call)).currentRevision).toBe(2)
  })

  test('two revisions published at the same time get different numbers', async () => {
    const { administrator, scope } = await newTenant()
    const { content } = await readDraft(administrator.call)
    const publishAnother = () => publishConfiguration(scope, { ...content, types: [newType()] })
    const outcomes = await meetBehind(scope, lockRow('organizations', scope.organizationId), [
      publishAnother,
      publishAnother,
    ])
    expect(codesOf(outcomes)).toEqual(['done', 'done'])
    expect((await readDraft(administrator.call)).currentRevision).toBe(3)
  })

  test('publishing a draft that is based on an older revision is rejected, unless the request names the current revision', async () => {
    const { administrator, scope } = await newTenant()
    const { call } = administrator
    const { version, content } = (await save(call, requireDescription)).body
    const current = { ...content, types: [newType()] } as ConfigurationContent
    await publishConfiguration(scope, current)

    expect(await readDraft(call)).toMatchObject({ basedOnRevision: 1, currentRevision: 2 })
    const rejection = { status: 409, body: { code: 'configuration_draft_outdated' } }
    expect(await publish(call, { version })).toMatchObject(rejection)
    expect(await publish(call, { version, replacesRevision: 3 })).toMatchObject(rejection)
    expect(await publish(call, { version, replacesRevision: 2 })).toMatchObject({ status: 201, body: { revision: 3 } })
  })

  test('publishing a draft that equals the current revision is rejected, even if its JSON keys have another order', async () => {
    const { administrator, scope } = await newTenant()
    const { version, content } = (await save(administrator.call, () => undefined)).body
    const rejection = { code: 'configuration_unchanged', creationConfigVersion: 1 }
    expect(await publish(administrator.call, { version })).toMatchObject({ status: 409, body: rejection })
    const { types, ...rest } = content as ConfigurationContent
    await expect(publishConfiguration(scope, { ...rest, types })).rejects.toMatchObject({
      code: 'configuration_unchanged',
    })
  })
})

describe('the history of revisions', () => {
  test('lists each revision with its publisher, the number of incidents created under the revision and its last use', async () => {
    const { call, administrator } = await newTenant()
    const used = await newIncident(call)
    await newIncident(call)
    await administrator.scope.database
      .updateTable('incidents')
      .set({ created_at: '2020-01-01T00:00:00.000Z' })
      .where('organization_id', '=', administrator.scope.organizationId)
      .where('id', '=', used.id)
      .execute()
    const { version } = (await save(administrator.call, requireDescription)).body
    await publish(administrator.call, { version })

    const { body } = await administrator.call<{ data: RevisionSummary[] }>('GET', '/configuration/revisions')
    expect(body.data).toMatchObject([
      {
        revision: 2,
        publishedBy: { id: administrator.user.id, name: administrator.user.name },
        creations: 0,
        creationsLast30Days: 0,
        lastUsedAt: null,
      },
      {
        revision: 1,
        publishedBy: { name: 'Operator' },
        creations: 2,
        creationsLast30Days: 1,
        lastUsedAt: expect.stringMatching(/^20\d\d-\d\d-\d\dT.*Z$/),
      },
    ])
    for (const summary of body.data) {
      const path = `/configuration/revisions/${summary.revision}`
      expect(await administrator.call('GET', path)).toMatchObject({ status: 200, body: summary })
    }
  })

  test('publishing a revision between two requests does not shift the pages of the list of revisions', async () => {
    const { administrator, scope } = await newTenant()
    const { content } = await readDraft(administrator.call)
    const publishAnother = () =>
      publishConfiguration(scope, { ...(content as ConfigurationContent), types: [newType()] })
    const readPage = async (query: string) => {
      const { body } = await administrator.call<RevisionPage>('GET', `/configuration/revisions?${query}`)
      return { revisions: body.data.map(({ revision }) => revision), cursor: body.meta.nextCursor }
    }
    await publishAnother()
    await publishAnother()
    const first = await readPage('limit=2')
    expect(first.revisions).toEqual([3, 2])
    await publishAnother()
    expect(await readPage(`limit=2&cursor=${first.cursor}`)).toEqual({ revisions: [1], cursor: null })
    expect(await readPage('limit=4')).toEqual({ revisions: [4, 3, 2, 1], cursor: null })
  })

  test.each(['limit=0', 'offset=1', 'sort=-id', 'cursor=x', `cursor=${cursorAt('0')}`, `cursor=${cursorAt('-1')}`])(
    'rejects the query %s for the list of revisions',
    async (query) => {
      const { call } = (await newTenant()).administrator
      expect(await call('GET', `/configuration/revisions?${query}`)).toMatchObject({ status: 400 })
    },
  )

  test.each(['2', '2147483648'])('answers 404 for revision %s, which does not exist', async (revision) => {
    const { call } = (await newTenant()).administrator
    expect(await call('GET', `/configuration/revisions/${revision}`)).toMatchObject({
      status: 404,
      body: { code: 'configuration_not_found' },
    })
  })

  test('returns a revision and the difference between any two revisions', async () => {
    const { administrator, scope } = await newTenant()
    const { content, version } = (await save(administrator.call, requireDescription)).body
    await publish(administrator.call, { version })
    await publishConfiguration(scope, { ...(content as ConfigurationContent), types: [newType()] })

    const revision = await administrator.call<CreationConfiguration>('GET', '/creation-configurations/2')
    expect(revision.body).toMatchObject({ revision: 2, types: [] })
    const between = (from: number, to: number) =>
      administrator.call<ConfigurationChanges>('GET', `/configuration/revisions/${from}/difference/${to}`)
    expect((await between(1, 3)).body).toMatchObject({
      types: { added: [{ name: 'Flood' }] },
      profiles: { changed: [{ changes: [{ property: 'fields.description', to: { rule: 'required' } }] }] },
      defaultProfileId: null,
    })
    expect((await between(3, 2)).body).toMatchObject({ types: { removed: [{ name: 'Flood' }] } })
    expect(await between(1, 4)).toMatchObject({ status: 404, body: { code: 'configuration_not_found' } })
    expect(await between(1, 0)).toMatchObject({ status: 400 })
  })

  test('reads and sets the number of days for which replaced revisions are accepted', async () => {
    const { administrator, call } = await newTenant()
    const path = '/configuration/oldest-revision-age'
    expect((await administrator.call('GET', path)).body).toEqual({ days: null })
    const { version } = (await save(administrator.call, requireDescription)).body
    await publish(administrator.call, { version })
    expect(await administrator.call('PUT', path, { body: { days: 0 } })).toMatchObject({ status: 200 })
    expect((await administrator.call('GET', path)).body).toEqual({ days: 0 })
    const body = { clientRequestId: randomUUID(), name: 'Leak', configVersion: 1 }
    expect(await call('POST', '/incidents', { body })).toMatchObject({
      body: { code: 'configuration_revision_too_old' },
    })
    for (const days of [-1, 1.5, '7', 40_000]) {
      expect(await administrator.call('PUT', path, { body: { days } })).toMatchObject({ status: 400 })
    }
  })
})

describe('access to the creation configuration', () => {
  const operations: [string, string, object?][] = [
    ['GET', '/configuration/draft'],
    ['PUT', '/configuration/draft', { version: 0, basedOnRevision: 1, content: {} }],
    ['DELETE', '/configuration/draft'],
    ['GET', '/configuration/draft/difference'],
    ['POST', '/configuration/draft/publish', { version: 1 }],
    ['GET', '/configuration/revisions'],
    ['GET', '/configuration/revisions/1'],
    ['GET', '/configuration/revisions/1/difference/1'],
    ['GET', '/configuration/oldest-revision-age'],
    ['PUT', '/configuration/oldest-revision-age', { days: 1 }],
  ]
  test.each(operations)(
    'the operation %s %s requires an administrator, and also a CSRF token if the operation is a write',
    async (...operation) => {
      const [method, path, body] = operation
      const { signIn, administrator } = await newTenant()
      const member = await signIn('member')
      expect(await member.call(method, path, { body })).toMatchObject({
        status: 403,
        body: { code: 'administrators_only' },
      })
      const forged = await administrator.call(method, path, { body, headers: { 'x-csrf-token': 'guessed' } })
      expect(forged.status === 403).toBe(method !== 'GET')
    },
  )

  test('each organization has its own configuration draft and its own revisions', async () => {
    const [ours, theirs] = [await newTenant(), await newTenant()]
    const { version } = (await save(ours.administrator.call, requireDescription)).body
    expect(await readDraft(theirs.administrator.call)).toMatchObject({ version: 0, updatedAt: null })
    expect(await publish(theirs.administrator.call, { version })).toMatchObject({ status: 409 })
    await publish(ours.administrator.call, { version })
    const difference = await theirs.administrator.call('GET', '/configuration/revisions/1/difference/2')
    expect(difference).toMatchObject({ status: 404 })
    expect(await theirs.administrator.call('GET', '/configuration/revisions/2')).toMatchObject({ status: 404 })
    const { body } = await theirs.administrator.call<RevisionPage>('GET', '/configuration/revisions')
    expect(body.data.map(({ revision }) => revision)).toEqual([1])
  })
})
