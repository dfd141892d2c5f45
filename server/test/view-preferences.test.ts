import { randomUUID } from 'node:crypto'
import type { View, Views } from '@tocsin/contract/console/view.ts'
import { expect, test } from 'vitest'
import type { SignedIn } from './support/console.ts'
import { eventsOf, startTestServer } from './support/harness.ts'

const server = await startTestServer()

const save = async ({ call }: SignedIn, name: string, shared = false) =>
  (await call<View>('POST', '/views', { body: { name, shared, query: 'q=door', layout: 'list' } })).body.id

const arrange = ({ call }: SignedIn, order: string[], defaultView: string | null = null) =>
  call('PUT', '/views/preferences', { body: { order, defaultView } })

const viewsOf = async ({ call }: SignedIn) => (await call<Views>('GET', '/views')).body

const namesOf = async (user: SignedIn) => (await viewsOf(user)).data.map(({ name }) => name)

test('each user can arrange own and shared views, and choose a default view', async () => {
  const { signIn, scope } = await server.newOrganization()
  const [one, other] = [await signIn('member'), await signIn('member')]
  const [doors, lamps] = [await save(one, 'Doors', true), await save(one, 'Lamps', true)]
  const own = await save(other, 'Ovens')
  expect(await viewsOf(other)).toMatchObject({ defaultView: null })
  expect(await arrange(other, [own, lamps], lamps)).toMatchObject({
    status: 200,
    body: { order: [own, lamps], defaultView: lamps },
  })
  await save(other, 'Aisles')
  expect(await namesOf(other)).toEqual(['Ovens', 'Lamps', 'Aisles', 'Doors'])
  expect((await viewsOf(other)).defaultView).toBe(lamps)
  expect(await namesOf(one)).toEqual(['Doors', 'Lamps'])

  await arrange(other, [own, lamps], 'mine')
  await arrange(other, [own, lamps], 'mine')
  expect((await viewsOf(other)).defaultView).toBe('mine')
  expect((await eventsOf(scope, other.user.id)).filter(({ kind }) => kind === 'user.views_arranged')).toEqual([
    {
      kind: 'user.views_arranged',
      actorId: other.user.id,
      data: { changes: { order: [[], [own, lamps]], defaultView: [null, lamps] } },
    },
    { kind: 'user.views_arranged', actorId: other.user.id, data: { changes: { defaultView: [lamps, 'mine'] } } },
  ])
  expect(doors).not.toBe(lamps)
})

test('a deleted view is left out of the order of views, but its id is still returned as the default view', async () => {
  const user = await (await server.newOrganization()).signIn('member')
  const [doors, lamps] = [await save(user, 'Doors'), await save(user, 'Lamps')]
  await arrange(user, [lamps, doors], lamps)
  await user.call('DELETE', `/views/${lamps}`)
  expect(await viewsOf(user)).toMatchObject({ data: [{ id: doors }], defaultView: lamps })
  expect(await arrange(user, [lamps, doors])).toMatchObject({ status: 200, body: { order: [doors] } })
})

test('a user whose default view was deleted can still arrange the other views', async () => {
  const user = await (await server.newOrganization()).signIn('member')
  const [doors, lamps, ovens] = [await save(user, 'Doors'), await save(user, 'Lamps'), await save(user, 'Ovens')]
  await arrange(user, [], doors)
  await user.call('DELETE', `/views/${doors}`)
  expect(await arrange(user, [ovens, lamps], doors)).toMatchObject({ status: 200, body: { order: [ovens, lamps] } })
  expect(await namesOf(user)).toEqual(['Ovens', 'Lamps'])
})

test('a user cannot choose a default view that the user cannot see', async () => {
  const { signIn } = await server.newOrganization()
  const [user, colleague] = [await signIn('member'), await signIn('member')]
  const foreignAdministrator = await (await server.newOrganization()).signIn('administrator')
  const hidden = [await save(colleague, 'Private'), await save(foreignAdministrator, 'Foreign', true), randomUUID()]
  for (const id of hidden) {
    expect(await arrange(user, [], id)).toMatchObject({ status: 404, body: { code: 'view_not_found' } })
  }
  expect(await arrange(user, hidden)).toMatchObject({ status: 200, body: { order: [], defaultView: null } })
})

test.each([
  [{ order: [], defaultView: 'all' }, '/defaultView'],
  [{ order: ['first'], defaultView: null }, '/order/0'],
  [{ order: [] }, '/defaultView'],
])('rejects the view preferences %j', async (body, pointer) => {
  const { call } = await (await server.newOrganization()).signIn('member')
  const response = await call('PUT', '/views/preferences', { body })
  expect(response).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  expect(JSON.stringify(response.body)).toContain(pointer)
})
