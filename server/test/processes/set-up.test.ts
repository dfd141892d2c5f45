import type { Session } from '@tocsin/contract/console/session.ts'
import { expect, test } from 'vitest'
import { createOrganization } from '../../src/organizations/create.ts'
import { lockSetUp } from '../../src/identity/set-up/queries.ts'
import type { Call } from '../support/caller.ts'
import { consoleCallerOf, cookieIn, signIn } from '../support/console.ts'
import { meetBehind, valuesOf } from '../support/lock-waits.ts'
import { startTwoServers } from '../support/two-servers.ts'

/** Two servers on one database without an administrator, so that anybody may set up the first organization. */
const { servers, service, database } = await startTwoServers('set-up')

const isOpen = () =>
  Promise.all(
    servers.map(async ({ url }) => (await consoleCallerOf(url)<{ open: boolean }>('GET', '/set-up')).body.open),
  )

const password = 'correct horse battery'
const bodyOf = (index: number) => ({
  organizationName: `Fairmark ${index}`,
  name: 'Maren Holt',
  email: `maren.holt.${index}@example.com`,
  password,
})

test('exactly one of eight simultaneous set-ups through two servers succeeds and closes set-up', async () => {
  // An organization without an administrator does not close set-up.
  const scope = await createOrganization(service, 'Integrations only')
  expect(await isOpen()).toEqual([true, true])

  const [caller, other] = servers.map(({ url }) => consoleCallerOf(url)) as [Call, Call]
  for (const [wrong, pointer] of [
    [{ password: 'eleven char' }, '/password'],
    [{ organizationName: ' ' }, '/organizationName'],
    [{ email: 'nowhere' }, '/email'],
  ] as const) {
    const refused = await caller('POST', '/set-up', { body: { ...bodyOf(0), ...wrong } })
    expect({ status: refused.status, errors: refused.body.errors }).toMatchObject({
      status: 400,
      errors: [{ pointer }],
    })
  }
  const foreign = await caller('POST', '/set-up', { body: bodyOf(0), headers: { origin: 'https://evil.example' } })
  expect(foreign.status).toBe(403)
  expect(await isOpen()).toEqual([true, true])

  const attempts = Array.from(
    { length: 8 },
    (_, index) => () => [caller, other][index % 2]!('POST', '/set-up', { body: bodyOf(index) }),
  )
  const answers = valuesOf(await meetBehind(scope, (inner) => lockSetUp(inner.database), attempts))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([201, ...Array.from({ length: 7 }, () => 409)])
  const winner = statuses.indexOf(201)
  expect(answers.filter((_, index) => index !== winner).map(({ body }) => body.code)).toEqual(
    Array.from({ length: 7 }, () => 'set_up_closed'),
  )

  const organizations = await database.selectFrom('organizations').select('name').orderBy('name').execute()
  expect(organizations.map(({ name }) => name)).toEqual([bodyOf(winner).organizationName, 'Integrations only'])
  expect(await isOpen()).toEqual([false, false])

  const { headers, body } = answers[winner]!
  const session = body as unknown as Session
  expect(session.user).toMatchObject({ email: bodyOf(winner).email, role: 'administrator' })
  const signedIn = await other<Session>('GET', '/session', { headers: { cookie: cookieIn(headers) } })
  expect({ status: signedIn.status, body: signedIn.body }).toEqual({ status: 200, body: session })
  const again = await signIn(servers[1].url, bodyOf(winner).email, password)
  expect(again.session.organization.name).toBe(bodyOf(winner).organizationName)
})
