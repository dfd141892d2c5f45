import { defaultAgeThresholds } from '@tocsin/contract/age-thresholds.ts'
import type { About } from '@tocsin/contract/console/about.ts'
import type { Session } from '@tocsin/contract/console/session.ts'
import { expect, test } from 'vitest'
import { findSettings } from '../src/organizations/queries.ts'
import type { OrganizationScope } from '../src/scope.ts'
import type { SignedIn } from './support/console.ts'
import { eventsOf, startTestServer } from './support/harness.ts'

const server = await startTestServer()

const settingsOf = async ({ call }: SignedIn) => (await call<Session>('GET', '/session')).body.organization

const changesOf = async (scope: OrganizationScope) =>
  (await eventsOf(scope, 'organization'))
    .filter(({ kind }) => kind === 'organization.changed')
    .map(({ data }) => data['changes'])

test('the session of every user contains the organization settings that an administrator has stored', async () => {
  const { scope, signIn } = await server.newOrganization()
  const [administrator, member] = [await signIn('administrator'), await signIn('member')]
  const { id, name } = await settingsOf(member)
  expect(await settingsOf(member)).toEqual({ id, name, timeZone: null, ageThresholds: defaultAgeThresholds })

  const ageThresholds = { ...defaultAgeThresholds, MINOR: { agingAfterMinutes: null, overdueAfterMinutes: 60 } }
  const change = { name: 'Corner shops', timeZone: 'Europe/Lisbon', ageThresholds }
  expect(await administrator.call('PATCH', '/organization', { body: change })).toMatchObject({
    status: 200,
    body: change,
  })
  expect(await administrator.call('PATCH', '/organization', { body: { timeZone: 'Asia/Tokyo' } })).toMatchObject({
    status: 200,
  })
  expect(await settingsOf(member)).toEqual({ id, ...change, timeZone: 'Asia/Tokyo' })
  expect(await changesOf(scope)).toEqual([
    {
      name: [name, 'Corner shops'],
      timeZone: [null, 'Europe/Lisbon'],
      ageThresholds: [defaultAgeThresholds, ageThresholds],
    },
    { timeZone: ['Europe/Lisbon', 'Asia/Tokyo'] },
  ])
})

test('changing only the name of the organization stores no age thresholds, so that new defaults apply after an update of Tocsin', async () => {
  const { scope, signIn } = await server.newOrganization()
  await (await signIn('administrator')).call('PATCH', '/organization', { body: { name: 'Corner shops' } })
  expect(await findSettings(scope)).toEqual({ name: 'Corner shops', timeZone: null, ageThresholds: null })
})

test('saving unchanged organization settings records no event', async () => {
  const { scope, signIn } = await server.newOrganization()
  const administrator = await signIn('administrator')
  const { name } = await settingsOf(administrator)
  const same = { name, timeZone: null, ageThresholds: defaultAgeThresholds }
  expect(await administrator.call('PATCH', '/organization', { body: same })).toMatchObject({ status: 200, body: same })
  expect(await changesOf(scope)).toEqual([])
})

test.each([
  ['an unknown time zone', { timeZone: 'Europe/Atlantis' }, '/timeZone'],
  ['an offset as the time zone', { timeZone: '+01:00' }, '/timeZone'],
  ['a blank name', { name: ' ' }, '/name'],
  [
    'incidents that are overdue before they age',
    {
      ageThresholds: { ...defaultAgeThresholds, CRITICAL: { agingAfterMinutes: 60, overdueAfterMinutes: 59 } },
    },
    '/ageThresholds/CRITICAL/overdueAfterMinutes',
  ],
  ['thresholds without a priority', { ageThresholds: { CRITICAL: null } }, '/ageThresholds/CRITICAL'],
])('organization settings with %s are rejected, and nothing changes', async (_, change, pointer) => {
  const { signIn } = await server.newOrganization()
  const administrator = await signIn('administrator')
  const before = await settingsOf(administrator)
  const response = await administrator.call<{ errors: unknown[] }>('PATCH', '/organization', {
    body: { name: 'Other', ...change },
  })
  expect(response).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  expect(response.body.errors).toContainEqual(expect.objectContaining({ pointer }))
  expect(await settingsOf(administrator)).toEqual(before)
})

test('administrators can read the versions of the server and of its database', async () => {
  const { signIn } = await server.newOrganization()
  const { status, body } = await (await signIn('administrator')).call<About>('GET', '/about')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    node: process.versions.node,
    database: { version: expect.stringMatching(/^\d+\.\d+$/), isCluster: false },
    storage: { kind: 'folder' },
  })
})
