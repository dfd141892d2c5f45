import { randomUUID } from 'node:crypto'
import type {
  CountedLocation,
  CountedPoint,
  CountedStaffUser,
  StaffUser,
} from '@tocsin/contract/console/directory-administration.ts'
import type { Location, Point } from '@tocsin/contract/api/directory.ts'
import type { ListMeta } from '@tocsin/contract/api/list.ts'
import { userChanged } from '@tocsin/contract/events/user-events.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { publishConfiguration } from '../src/configuration/publish.ts'
import { archiveLocation, archiveUser } from '../src/directory/archive.ts'
import { changeUser } from '../src/directory/users/change.ts'
import { lockExisting } from '../src/directory/lock-existing.ts'
import { insertStaffUser } from '../src/directory/users/queries.ts'
import { recordEvent } from '../src/events/record.ts'
import { lockOrganization } from '../src/database/lock-organization.ts'
import type { OrganizationScope } from '../src/scope.ts'
import { signIn as signInWith } from './support/console.ts'
import { eventsOf, newIncident, newStaff, startTestServer } from './support/harness.ts'
import { codesOf, countWaiting, lockRow, meetBehind } from './support/lock-waits.ts'

interface List<Item> {
  data: Item[]
  meta: ListMeta
}

const server = await startTestServer()

async function newTenant() {
  const organization = await server.newOrganization()
  const administrator = await organization.signIn('administrator')
  const add = async <Entry>(path: string, body: object) =>
    (await administrator.call<Entry>('POST', path, { body })).body
  return {
    ...organization,
    administrator,
    addLocation: (name = 'Harbour Street', externalId?: string) => add<Location>('/locations', { name, externalId }),
    addPoint: (locationId: string, name = 'Freezer 3') => add<Point>('/points', { locationId, name }),
    addUser: (fields: object = {}) =>
      add<StaffUser>('/users', { name: 'Tomasz', email: `${randomUUID()}@example.com`, role: 'member', ...fields }),
  }
}

describe('administration of locations', () => {
  test('adds and changes locations: an absent field stays unchanged, and null clears a field', async () => {
    const { administrator } = await newTenant()
    const { call, scope, user } = administrator
    const added = await call<Location>('POST', '/locations', { body: { name: 'Harbour', externalId: 'S-1' } })
    const { id } = added.body
    expect(added).toEqual(
      expect.objectContaining({ status: 201, body: { id, name: 'Harbour', externalId: 'S-1', archived: false } }),
    )
    const change = (body: object) => call<Location>('PATCH', `/locations/${id}`, { body })
    expect((await change({ name: 'Harbour Street' })).body).toMatchObject({ name: 'Harbour Street', externalId: 'S-1' })
    expect((await change({ name: 'Harbour Street' })).status).toBe(200)
    expect((await change({ externalId: null })).body).toMatchObject({ name: 'Harbour Street', externalId: null })
    expect(await eventsOf(scope, id)).toEqual([
      { kind: 'location.created', actorId: user.id, data: { name: 'Harbour', externalId: 'S-1' } },
      { kind: 'location.changed', actorId: user.id, data: { changes: { name: ['Harbour', 'Harbour Street'] } } },
      { kind: 'location.changed', actorId: user.id, data: { changes: { externalId: ['S-1', null] } } },
    ])
  })

  test.each([
    ['nothing', {}],
    ['no name', { name: '' }],
    ['a blank name', { name: ' ' }],
    ['null for a name', { name: null }],
    ['a name that is too long', { name: 'a'.repeat(251) }],
    ['an empty external id', { externalId: '' }],
    ['another id', { id: randomUUID() }],
  ])('rejects a change of a location with %s in the body', async (_, body) => {
    const { administrator, addLocation } = await newTenant()
    const { id } = await addLocation()
    expect(await administrator.call('PATCH', `/locations/${id}`, { body })).toMatchObject({ status: 400 })
    expect(await eventsOf(administrator.scope, id)).toHaveLength(1)
  })

  test('rejects new incidents at an archived location until the location is restored', async () => {
    const { administrator, addLocation, call } = await newTenant()
    const { id: locationId } = await addLocation()
    const set = (verb: string) => administrator.call('POST', `/locations/${locationId}/${verb}`)
    const create = () =>
      call('POST', '/incidents', { body: { clientRequestId: randomUUID(), name: 'Leak', locationId } })
    expect([(await set('archive')).status, (await set('archive')).status]).toEqual([204, 204])
    expect(await create()).toMatchObject({ status: 400, body: { errors: [{ code: 'location_archived' }] } })
    expect([(await set('restore')).status, (await set('restore')).status]).toEqual([204, 204])
    expect(await create()).toMatchObject({ status: 201 })
    const kinds = (await eventsOf(administrator.scope, locationId)).map(({ kind }) => kind)
    expect(kinds).toEqual(['location.created', 'location.archived', 'location.restored'])
  })

  test('lists locations in pages, with the number of points and incidents of each location', async () => {
    const { administrator, addLocation, addPoint, call } = await newTenant()
    const [harbour, market] = [await addLocation('Harbour'), await addLocation('Market')]
    const [freezer, door] = [await addPoint(harbour.id), await addPoint(harbour.id, 'Door')]
    await administrator.call('POST', `/points/${door.id}/archive`)
    await newIncident(call, { locationId: harbour.id, pointId: freezer.id })
    await newIncident(call, { locationId: harbour.id })

    const list = (path: string) => administrator.call<List<CountedLocation>>('GET', path)
    expect((await list('/directory/locations')).body.data).toMatchObject([
      { ...harbour, pointCount: 1, incidentCount: 2 },
      { ...market, pointCount: 0, incidentCount: 0 },
    ])
    const first = await list('/directory/locations?limit=1&sort=-name')
    expect(first.body.data.map(({ name }) => name)).toEqual(['Market'])
    const next = await list(`/directory/locations?limit=1&sort=-name&cursor=${first.headers.get('tocsin-next-cursor')}`)
    expect(next.body.data).toMatchObject([{ name: 'Harbour', pointCount: 1, incidentCount: 2 }])
    expect((await list('/directory/locations?q=MARK')).body.data).toMatchObject([{ name: 'Market', incidentCount: 0 }])
    expect(await list('/directory/locations?colour=red')).toMatchObject({ status: 400 })
    const points = await administrator.call<List<CountedPoint>>('GET', `/directory/points?locationId=${harbour.id}`)
    expect(points.body.data).toMatchObject([
      { ...door, archived: true, incidentCount: 0 },
      { ...freezer, incidentCount: 1 },
    ])
  })
})

describe('administration of points', () => {
  test('adds, renames, archives and restores the points of a location', async () => {
    const { administrator, addLocation, addPoint } = await newTenant()
    const location = await addLocation()
    const point = await addPoint(location.id)
    expect(point).toEqual({ id: expect.any(String), locationId: location.id, name: 'Freezer 3', archived: false })
    const renamed = await administrator.call('PATCH', `/points/${point.id}`, { body: { name: 'Freezer 4' } })
    expect(renamed).toMatchObject({ status: 200, body: { ...point, name: 'Freezer 4' } })
    await administrator.call('POST', `/points/${point.id}/archive`)
    await administrator.call('POST', `/points/${point.id}/restore`)
    expect(await eventsOf(administrator.scope, point.id)).toMatchObject([
      { kind: 'point.created' },
      { kind: 'point.changed', data: { changes: { name: ['Freezer 3', 'Freezer 4'] } } },
      { kind: 'point.archived' },
      { kind: 'point.restored' },
    ])
    const elsewhere = await (await newTenant()).addLocation()
    for (const locationId of [elsewhere.id, randomUUID()]) {
      const body = { locationId, name: 'Door' }
      expect(await administrator.call('POST', '/points', { body })).toMatchObject({ status: 404 })
    }
  })
})

/** Publishes a revision whose only profile has the given location as the default location. */
function publishWithDefault(scope: OrganizationScope, { id: locationId }: Location): Promise<number> {
  const fields = { locationId: { rule: 'optional', default: locationId } } as const
  const profile = { id: randomUUID(), name: 'Night shift', fields }
  return publishConfiguration(scope, { types: [], categories: [], profiles: [profile], defaultProfileId: profile.id })
}

describe('defaults of the current configuration', () => {
  test('a location, point or user that is a default in the current revision cannot be archived', async () => {
    const { administrator, addLocation, addPoint, addUser, scope } = await newTenant()
    const location = await addLocation()
    const point = await addPoint(location.id)
    const user = await addUser()
    const id = randomUUID()
    const fields = {
      locationId: { rule: 'optional', default: location.id },
      pointId: { rule: 'optional', default: point.id },
      assigneeId: { rule: 'hidden', default: user.id },
    } as const
    const draft = { types: [], categories: [], defaultProfileId: id }
    await publishConfiguration(scope, { ...draft, profiles: [{ id, name: 'Night shift', fields }] })

    const entries = [`/locations/${location.id}`, `/points/${point.id}`, `/users/${user.id}`]
    for (const entry of entries) {
      const rejected = await administrator.call('POST', `${entry}/archive`)
      expect(rejected).toMatchObject({ status: 409, body: { code: 'used_as_default' } })
      expect(rejected.body.detail).toContain('"Night shift"')
    }
    await publishConfiguration(scope, { ...draft, profiles: [{ id, name: 'Night shift', fields: {} }] })
    for (const entry of entries) {
      expect(await administrator.call('POST', `${entry}/archive`)).toMatchObject({ status: 204 })
    }
  })

  test('if a location is archived and published as a default at the same time, only the first of the two requests succeeds', async () => {
    const { addLocation, scope } = await newTenant()
    const [one, other] = [await addLocation(), await addLocation()]
    const archiving = () => archiveLocation(scope, one.id)
    expect(codesOf(await meetBehind(scope, (inner) => publishWithDefault(inner, one), [archiving]))).toEqual([
      'used_as_default',
    ])
    const publishing = () => publishWithDefault(scope, other)
    expect(codesOf(await meetBehind(scope, (inner) => archiveLocation(inner, other.id), [publishing]))).toEqual([
      'invalid_request',
    ])
  })
})

describe('administration of users', () => {
  const password = 'a long enough password'

  test('adds users with or without a password; a user with a password can sign in', async () => {
    const { administrator, addUser } = await newTenant()
    const without = await addUser()
    expect(without).toMatchObject({ name: 'Tomasz', role: 'member', archived: false, canSignIn: false })
    const withOne = await addUser({ password })
    expect(withOne.canSignIn).toBe(true)
    expect((await signInWith(server.url, withOne.email, password)).session.user.id).toBe(withOne.id)
    expect(await eventsOf(administrator.scope, without.id)).toMatchObject([
      { kind: 'user.created', actorId: administrator.user.id },
    ])
  })

  test('rejects a second user whose e-mail address differs from that of another user only in case', async () => {
    const { administrator, addUser } = await newTenant()
    const [first, second] = [await addUser(), await addUser()]
    const email = first.email.toUpperCase()
    const taken = { status: 400, body: { code: 'email_taken' } }
    const added = await administrator.call('POST', '/users', { body: { name: 'A', email, role: 'member' } })
    expect(added).toMatchObject(taken)
    expect(await administrator.call('PATCH', `/users/${second.id}`, { body: { email } })).toMatchObject(taken)
    expect(await administrator.call('PATCH', `/users/${first.id}`, { body: { email } })).toMatchObject({
      status: 200,
      body: { email },
    })
    expect(await eventsOf(administrator.scope, second.id)).toHaveLength(1)
  })

  test.each([
    { email: 'nowhere' },
    { name: ' ' },
    { role: 'owner' },
    { password: 'short' },
    { kind: 'operator' },
    { password: ' '.repeat(12) },
  ])('rejects a new user with %j in the body', async (wrong) => {
    const { administrator } = await newTenant()
    const body = { name: 'A', email: `${randomUUID()}@example.com`, role: 'member', ...wrong }
    expect(await administrator.call('POST', '/users', { body })).toMatchObject({ status: 400 })
  })

  test('rejects a new user whose password is the e-mail address', async () => {
    const { administrator } = await newTenant()
    const email = `${randomUUID()}@example.com`
    const response = await administrator.call('POST', '/users', {
      body: { name: 'A', email, role: 'member', password: email },
    })
    expect(response).toMatchObject({ status: 400, body: { errors: [{ pointer: '/password' }] } })
  })

  test('accepts a user id in upper case in the URL and records events under the id in lower case', async () => {
    const { administrator, signIn } = await newTenant()
    const { user } = await signIn('member')
    const path = `/users/${user.id.toUpperCase()}`
    expect(await administrator.call('PUT', `${path}/password`, { body: { password } })).toMatchObject({ status: 204 })
    await signInWith(server.url, user.email, password)
    expect(await administrator.call('POST', `${path}/archive`)).toMatchObject({ status: 204 })
    const kinds = (await eventsOf(administrator.scope, user.id)).map(({ kind }) => kind)
    expect(kinds).toContain('user.password_set')
    expect(kinds.slice(-2)).toEqual(['user.archived', 'user.signed_out_everywhere'])
  })

  test('a new role of a user takes effect in the open sessions of that user', async () => {
    const { administrator, signIn } = await newTenant()
    const member = await signIn('member')
    expect(await member.call('GET', '/keys')).toMatchObject({ status: 403 })
    const path = `/users/${member.user.id}`
    const changed = await administrator.call('PATCH', path, { body: { role: 'administrator', name: 'Aylin' } })
    expect(changed).toMatchObject({ status: 200, body: { role: 'administrator', name: 'Aylin', canSignIn: true } })
    await expect.poll(async () => (await member.call('GET', '/keys')).status).toBe(200)
    expect((await eventsOf(administrator.scope, member.user.id)).at(-1)).toMatchObject({
      kind: 'user.changed',
      data: { changes: { role: ['member', 'administrator'] } },
    })
  })

  test('a new password set by an administrator ends the sessions of the user', async () => {
    const { administrator, signIn } = await newTenant()
    const member = await signIn('member')
    const path = `/users/${member.user.id}/password`
    expect(await administrator.call('PUT', path, { body: { password: 'short' } })).toMatchObject({ status: 400 })
    expect(await administrator.call('PUT', path, { body: { password } })).toMatchObject({ status: 204 })
    await expect.poll(async () => (await member.call('GET', '/session')).status).toBe(401)
    expect(await signInWith(server.url, member.user.email, password)).toBeTruthy()
    const events = await eventsOf(administrator.scope, member.user.id)
    expect(events.some(({ kind, actorId }) => kind === 'user.password_set' && actorId === administrator.user.id)).toBe(
      true,
    )
  })

  test('archiving a user ends the sessions of the user; a restored user can sign in', async () => {
    const { administrator, signIn } = await newTenant()
    const member = await signIn('member')
    const path = `/users/${member.user.id}`
    expect(await administrator.call('POST', `${path}/archive`)).toMatchObject({ status: 204 })
    await expect.poll(async () => (await member.call('GET', '/session')).status).toBe(401)
    expect(await administrator.call('POST', `${path}/restore`)).toMatchObject({ status: 204 })
    expect(await member.call('GET', '/session')).toMatchObject({ status: 401 })
    await signInWith(server.url, member.user.email, member.password)
  })

  test('lists staff users with e-mail address, role and number of incidents, without system users', async () => {
    const { administrator, addUser, call } = await newTenant()
    const user = await addUser({ name: 'Aylin' })
    await newIncident(call, { assigneeId: user.id })
    const { body } = await administrator.call<List<CountedStaffUser>>('GET', '/directory/users')
    expect(body.data).toEqual([
      { ...user, incidentCount: 1 },
      { ...administrator.user, archived: false, canSignIn: true, incidentCount: 0 },
    ])
    expect((await administrator.call<List<CountedStaffUser>>('GET', '/directory/users?q=ayl')).body.data).toHaveLength(
      1,
    )
  })

  test('the last administrator who can sign in cannot be archived or made a member', async () => {
    const { administrator, addUser } = await newTenant()
    const { call, user } = administrator
    await addUser({ role: 'administrator' })
    const archived = await addUser({ role: 'administrator', password })
    await call('POST', `/users/${archived.id}/archive`)
    const rejection = { status: 409, body: { code: 'last_administrator' } }
    expect(await call('POST', `/users/${user.id}/archive`)).toMatchObject(rejection)
    expect(await call('PATCH', `/users/${user.id}`, { body: { role: 'member' } })).toMatchObject(rejection)
    expect(await call('PATCH', `/users/${user.id}`, { body: { name: 'Maren' } })).toMatchObject({ status: 200 })

    await addUser({ role: 'administrator', password })
    expect(await call('PATCH', `/users/${user.id}`, { body: { role: 'member' } })).toMatchObject({ status: 200 })
  })

  test('if two administrators archive and demote each other at the same time, only one of the two requests succeeds', async () => {
    const { administrator, signIn } = await newTenant()
    const other = await signIn('administrator')
    const outcomes = await meetBehind<unknown>(other.scope, lockRow('users', administrator.user.id), [
      () => archiveUser(administrator.scope, other.user.id),
      () => changeUser(other.scope, administrator.user.id, { role: 'member' }),
    ])
    expect(codesOf(outcomes).toSorted()).toEqual(['done', 'last_administrator'])
  })

  test('a change of an administrator locks the rows of all administrators in the order of their ids', async () => {
    const { scope, signIn } = await newTenant()
    const last = { id: 'ffffffff-ffff-7fff-bfff-ffffffffffff', role: 'administrator', passwordHash: null } as const
    await insertStaffUser(scope, { ...last, name: 'Aylin', email: `${randomUUID()}@example.com` })
    const { user } = await signIn('administrator')
    const isLastFree = async ({ database }: OrganizationScope) => {
      const one = sql`select from users where organization_id = ${scope.organizationId} and id = ${last.id}`
      return (await sql`${one} for update skip locked`.execute(database)).rows.length === 1
    }
    const change = () => changeUser(scope, user.id, { role: 'member' })
    await meetBehind(scope, lockRow('users', user.id), [change], async (inner) =>
      expect(await isLastFree(inner)).toBe(true),
    )
  })

  test('system users cannot be changed, archived or given a password', async () => {
    const { administrator, scope } = await newTenant()
    const path = `/users/${scope.actorId}`
    expect(await administrator.call('PATCH', path, { body: { name: 'Me' } })).toMatchObject({ status: 404 })
    expect(await administrator.call('POST', `${path}/archive`)).toMatchObject({ status: 404 })
    expect(await administrator.call('PUT', `${path}/password`, { body: { password } })).toMatchObject({ status: 404 })
  })
})

/** Adds a location, a point and a user, and returns all requests that change, archive or restore one of the three. */
const writesOf = async ({ addLocation, addPoint, addUser }: Awaited<ReturnType<typeof newTenant>>) => {
  const location = await addLocation()
  const [point, user] = [await addPoint(location.id), await addUser()]
  const entries = { locations: location.id, points: point.id, users: user.id }
  return Object.entries(entries).flatMap(([path, id]): [string, string, object?][] => [
    ['PATCH', `/${path}/${id}`, { name: 'Renamed' }],
    ['POST', `/${path}/${id}/archive`],
    ['POST', `/${path}/${id}/restore`],
    ...(path === 'users'
      ? [['PUT', `/users/${id}/password`, { password: 'a new long password' }] as [string, string, object]]
      : []),
  ])
}

const additions = (locationId: string): [string, string, object][] => [
  ['POST', '/locations', { name: 'New' }],
  ['POST', '/points', { locationId, name: 'New' }],
  ['POST', '/users', { name: 'New', email: 'new@example.com', role: 'member' }],
]

describe('writes to locations, points and users', () => {
  test('every write to locations, points or users requires an administrator and a CSRF token', async () => {
    const tenant = await newTenant()
    const member = await tenant.signIn('member')
    const { id } = await tenant.addLocation()
    for (const [method, path, body] of [...(await writesOf(tenant)), ...additions(id)]) {
      const rejection = { status: 403, body: { code: 'administrators_only' } }
      expect({ path, ...(await member.call(method, path, { body })) }).toMatchObject({ path, ...rejection })
      const forged = await tenant.administrator.call(method, path, { body, headers: { 'x-csrf-token': 'guessed' } })
      expect({ path, ...forged }).toMatchObject({ path, status: 403, body: { code: 'csrf_token_invalid' } })
    }
    for (const list of ['locations', 'points', 'users']) {
      expect(await member.call('GET', `/directory/${list}`)).toMatchObject({ status: 403 })
    }
  })

  test('answers 404 to a write to a location, point or user of another organization', async () => {
    const [ours, theirs] = [await newTenant(), await newTenant()]
    for (const [method, path, body] of await writesOf(ours)) {
      const response = await theirs.administrator.call(method, path, { body })
      expect({ path, ...response }).toMatchObject({ path, status: 404, body: { code: 'reference_not_found' } })
    }
    const { body } = await theirs.administrator.call<List<CountedLocation>>('GET', '/directory/locations')
    expect(body.data).toEqual([])
  })
})

test.each(['locations', 'points', 'users'])(
  'applies two simultaneous changes to the same row of %s one after the other',
  async (table) => {
    const { administrator, scope, ...tenant } = await newTenant()
    const location = await tenant.addLocation('Before')
    const entries = {
      locations: location,
      points: await tenant.addPoint(location.id, 'Before'),
      users: await tenant.addUser({ name: 'Before' }),
    }
    const { id } = entries[table as keyof typeof entries]
    const rename = (name: string) => () =>
      administrator.call<{ name: string }>('PATCH', `/${table}/${id}`, { body: { name } })
    await meetBehind(scope, lockRow(table, id), [rename('One'), rename('Two')])
    const steps = (await eventsOf(scope, id))
      .slice(1)
      .map(({ data }) => (data.changes as Record<string, [string, string]>).name!)
    const [[, first], [, last]] = steps as [[string, string], [string, string]]
    expect([first, last].toSorted()).toEqual(['One', 'Two'])
    expect(steps).toEqual([
      ['Before', first],
      [first, last],
    ])
  },
)

test('a location can be added while another transaction locks the organization', async () => {
  const { scope, addLocation } = await newTenant()
  const add = () => addLocation()
  const outcomes = await meetBehind(scope, lockOrganization, [add], async (inner) =>
    expect(await countWaiting(inner)).toBe(0),
  )
  expect(outcomes).toMatchObject([{ value: { name: 'Harbour Street' } }])
})

test('two users who change each other at the same time cause no deadlock', async () => {
  const { scope } = await server.newOrganization()
  const [one, other] = [await newStaff(scope), await newStaff(scope)]
  const bothLocked = Promise.withResolvers<void>()
  let holders = 0
  const change = (actor: OrganizationScope, { actorId: userId }: OrganizationScope) =>
    actor.transaction(async (inner) => {
      await lockExisting(inner, 'user', userId)
      if (++holders === 2) bothLocked.resolve()
      await bothLocked.promise
      await recordEvent(inner, userChanged({ userId, changes: { name: ['Before', 'After'] } }))
    })
  await Promise.all([change(one, other), change(other, one)])
  expect(await eventsOf(scope, one.actorId)).toContainEqual(expect.objectContaining({ kind: 'user.changed' }))
})
