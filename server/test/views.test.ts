import { randomUUID } from 'node:crypto'
import type { View, Views } from '@tocsin/contract/console/view.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { SignedIn } from './support/console.ts'
import { eventsOf, startTestServer } from './support/harness.ts'
import { lockRow, meetBehind, valuesOf } from './support/lock-waits.ts'

const server = await startTestServer()

const body = { name: 'Critical', shared: false, query: 'priority=CRITICAL&sort=-createdAt', layout: 'list' } as const

const save = async ({ call }: SignedIn, fields: Partial<View> = {}) =>
  (await call<View>('POST', '/views', { body: { ...body, ...fields } })).body

const viewsOf = async ({ call }: SignedIn) => (await call<{ data: View[] }>('GET', '/views')).body.data

test('only the owner of a private view can see, change and delete the view', async () => {
  const { signIn, scope } = await server.newOrganization()
  const [owner, colleague] = [await signIn('member'), await signIn('member')]
  const saved = await owner.call<View>('POST', '/views', { body })
  expect(saved).toMatchObject({ status: 201, body: { ...body, ownerId: owner.user.id } })
  const { id } = saved.body
  expect(await viewsOf(owner)).toEqual([saved.body])
  expect(await viewsOf(colleague)).toEqual([])

  const changed = await owner.call<View>('PATCH', `/views/${id}`, { body: { name: 'Urgent', layout: 'board' } })
  expect(changed).toMatchObject({ status: 200, body: { ...body, id, name: 'Urgent', layout: 'board' } })
  expect(await owner.call('DELETE', `/views/${id}`)).toMatchObject({ status: 204 })
  expect(await viewsOf(owner)).toEqual([])
  expect(await owner.call('DELETE', `/views/${id}`)).toMatchObject({ status: 404, body: { code: 'view_not_found' } })
  expect(await eventsOf(scope, id)).toEqual([
    { kind: 'view.created', actorId: owner.user.id, data: body },
    {
      kind: 'view.changed',
      actorId: owner.user.id,
      data: { changes: { name: ['Critical', 'Urgent'], layout: ['list', 'board'] } },
    },
    { kind: 'view.deleted', actorId: owner.user.id, data: { ...body, name: 'Urgent', layout: 'board' } },
  ])
})

test('stores both of two simultaneous changes to different fields of a view', async () => {
  const { scope, signIn } = await server.newOrganization()
  const owner = await signIn('member')
  const { id } = await save(owner)
  const change = (fields: Partial<View>) => () => owner.call('PATCH', `/views/${id}`, { body: fields })
  await meetBehind(scope, lockRow('views', id), [change({ name: 'Urgent' }), change({ layout: 'board' })])
  expect(await viewsOf(owner)).toMatchObject([{ name: 'Urgent', layout: 'board' }])
})

describe('a shared view', () => {
  test('a shared view is visible to all staff, but only the owner and administrators can change the view', async () => {
    const { signIn } = await server.newOrganization()
    const [owner, colleague, administrator] = [
      await signIn('member'),
      await signIn('member'),
      await signIn('administrator'),
    ]
    const view = await save(owner, { shared: true })
    expect(await viewsOf(colleague)).toEqual([view])
    const notYours = { status: 403, body: { code: 'view_not_yours' } }
    expect(await colleague.call('PATCH', `/views/${view.id}`, { body: { name: 'Mine' } })).toMatchObject(notYours)
    expect(await colleague.call('DELETE', `/views/${view.id}`)).toMatchObject(notYours)
    expect(await administrator.call('PATCH', `/views/${view.id}`, { body: { shared: false } })).toMatchObject(notYours)
    expect(await viewsOf(owner)).toEqual([view])
    expect(await administrator.call('PATCH', `/views/${view.id}`, { body: { name: 'All' } })).toMatchObject({
      status: 200,
    })
    expect(await administrator.call('DELETE', `/views/${view.id}`)).toMatchObject({ status: 204 })
    expect(await viewsOf(owner)).toEqual([])
  })

  test('a shared view is invisible to other organizations', async () => {
    const view = await save(await (await server.newOrganization()).signIn('member'), { shared: true })
    const foreignAdministrator = await (await server.newOrganization()).signIn('administrator')
    expect(await viewsOf(foreignAdministrator)).toEqual([])
    const notFound = { status: 404, body: { code: 'view_not_found' } }
    expect(await foreignAdministrator.call('PATCH', `/views/${view.id}`, { body: { name: 'Mine' } })).toMatchObject(
      notFound,
    )
    expect(await foreignAdministrator.call('DELETE', `/views/${view.id}`)).toMatchObject(notFound)
  })
})

describe('a deleted view', () => {
  test('if the owner saves a deleted shared view again with its id, a colleague finds the view in its former place and as default view', async () => {
    const { signIn } = await server.newOrganization()
    const [owner, colleague] = [await signIn('member'), await signIn('member')]
    const [first, second] = [await save(owner, { shared: true }), await save(owner, { shared: true })]
    const arrangement = { order: [second.id, first.id], defaultView: second.id }
    await colleague.call('PUT', '/views/preferences', { body: arrangement })
    await owner.call('DELETE', `/views/${second.id}`)
    expect(await save(owner, { id: second.id, shared: true })).toMatchObject({ id: second.id })
    const { data, defaultView } = (await colleague.call<Views>('GET', '/views')).body
    expect({ order: data.map(({ id }) => id), defaultView }).toEqual(arrangement)
  })

  test('the id of an existing view cannot be used for another view', async () => {
    const { signIn } = await server.newOrganization()
    const [owner, colleague] = [await signIn('member'), await signIn('member')]
    const view = await save(owner)
    expect(await colleague.call('POST', '/views', { body: { ...body, id: view.id } })).toMatchObject({
      status: 409,
      body: { code: 'view_id_taken' },
    })
    expect(await viewsOf(owner)).toEqual([view])
    const foreignMember = await (await server.newOrganization()).signIn('member')
    expect(await foreignMember.call('POST', '/views', { body: { ...body, id: view.id } })).toMatchObject({
      status: 201,
    })
    expect(await viewsOf(owner)).toEqual([view])
  })
})

test('answers 404 to an administrator who deletes a private view of another user', async () => {
  const { signIn } = await server.newOrganization()
  const [owner, administrator] = [await signIn('member'), await signIn('administrator')]
  const view = await save(owner)
  const [foreign, missing] = await Promise.all(
    [view.id, randomUUID()].map((id) =>
      administrator.call('DELETE', `/views/${id}`, { headers: { 'x-request-id': 'same' } }),
    ),
  )
  expect(foreign!.body).toEqual(missing!.body)
  expect(await viewsOf(owner)).toEqual([view])
})

test.each([
  [{ name: ' ' }, '/name'],
  [{ name: 'x'.repeat(101) }, '/name'],
  [{ layout: 'map' }, '/layout'],
  [{ query: 'x'.repeat(4_001) }, '/query'],
  [{ query: 'a\0' }, '/query'],
  [{ ownerId: randomUUID() }, '/ownerId'],
])('rejects a new view with %j', async (fields, pointer) => {
  const { call } = await (await server.newOrganization()).signIn('member')
  const response = await call('POST', '/views', { body: { ...body, ...fields } })
  expect(response).toMatchObject({ status: 400, body: { code: 'invalid_request', errors: [{ pointer }] } })
  expect(await call('GET', '/views')).toMatchObject({ body: { data: [] } })
})

test('a user can have at most a hundred saved views, even if several views are saved at the same time', async () => {
  const { scope, signIn } = await server.newOrganization()
  const owner = await signIn('member')
  for (let count = 0; count < 97; count++) await save(owner, { name: `View ${count}` })
  const saving = Array.from({ length: 5 }, () => () => owner.call('POST', '/views', { body }))
  const atOnce = await meetBehind(scope, lockRow('users', owner.user.id), saving)
  const statuses = valuesOf(atOnce).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([201, 201, 201, 409, 409])
  expect(await owner.call('POST', '/views', { body })).toMatchObject({ status: 409, body: { code: 'too_many_views' } })
  expect(await viewsOf(owner)).toHaveLength(100)
})

test('an organization can have at most 400 shared views, and a user who shares one more gets too_many_views', async () => {
  const { scope, signIn } = await server.newOrganization()
  const [owner, colleague] = [await signIn('member'), await signIn('member')]
  await save(colleague, { shared: true })
  const copies = sql`
    insert into views (organization_id, id, owner_id, name, shared, query, layout)
    select organization_id, gen_random_uuid(), owner_id, name, shared, query, layout
    from views, generate_series(1, 399) where organization_id = ${scope.organizationId}`
  await copies.execute(scope.database)
  const tooMany = { status: 409, body: { code: 'too_many_views' } }
  expect(await owner.call('POST', '/views', { body: { ...body, shared: true } })).toMatchObject(tooMany)
  const { id } = await save(owner)
  expect(await owner.call('PATCH', `/views/${id}`, { body: { shared: true } })).toMatchObject(tooMany)
  const [shared] = await viewsOf(colleague)
  const renamed = await colleague.call('PATCH', `/views/${shared!.id}`, { body: { name: 'Other', shared: true } })
  expect(renamed.status).toBe(200)
})
