import type { Session } from '@tocsin/contract/console/session.ts'
import { describe, expect, test } from 'vitest'
import { newId } from '../../src/database/new-id.ts'
import { lockSetUp } from '../../src/identity/set-up/queries.ts'
import { createOrganization } from '../../src/organizations/create.ts'
import { OrganizationScope } from '../../src/scope.ts'
import type { Call } from '../support/caller.ts'
import { consoleCallerOf, cookieIn, signIn } from '../support/console.ts'
import { meetBehind, valuesOf } from '../support/lock-waits.ts'
import { setUpCodeIn } from '../support/set-up-code.ts'
import { startServer } from '../support/server-process.ts'
import { startTwoServers } from '../support/two-servers.ts'

/** Two servers on one database without an organization, so that set-up is open. */
const { servers, service, database, dataFolder } = await startTwoServers('set-up')
const codes = servers.map(({ log }) => setUpCodeIn(log)) as [string, string]
const [caller, other] = servers.map(({ url }) => consoleCallerOf(url)) as [Call, Call]

const isOpen = () =>
  Promise.all(
    servers.map(async ({ url }) => (await consoleCallerOf(url)<{ open: boolean }>('GET', '/set-up')).body.open),
  )

const from = (address: string) => ({ 'x-forwarded-for': address })
const password = 'correct horse battery'
const bodyOf = (index: number, code = codes[0]) => ({
  code,
  organizationName: `Fairmark ${index}`,
  name: 'Maren Holt',
  email: `maren.holt.${index}@example.com`,
  password,
})

describe('before set-up', () => {
  test.each([
    ['password', 'eleven char', 'invalid_request'],
    ['organizationName', ' ', 'invalid_request'],
    ['email', 'nowhere', 'invalid_request'],
    ['code', '7KQF-M2XD-94TB-HWRC', 'set_up_code_wrong'],
    ['code', '', 'invalid_request'],
  ])('a set-up with the %s "%s" is rejected and leaves set-up open', async (field, value, code) => {
    const { status, body } = await caller('POST', '/set-up', { body: { ...bodyOf(0), [field]: value } })
    expect({ status, code: body.code }).toEqual({ status: 400, code })
    expect(await isOpen()).toEqual([true, true])
  })

  test('a set-up from a page of another site is rejected', async () => {
    const headers = { origin: 'https://evil.example' }
    expect(await caller('POST', '/set-up', { body: bodyOf(0), headers })).toMatchObject({ status: 403 })
  })

  test('the database does not contain the codes for set-up in readable form', async () => {
    const { rows } = await service.pool.query('select set_up_codes::text as text from set_up_codes')
    expect(rows).toHaveLength(2)
    for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code)
  })
})

describe('set-up', () => {
  test('exactly one of eight simultaneous set-ups through two servers succeeds and closes set-up', async () => {
    // Each server accepts the code of either server, in upper or lower case, with hyphens or spaces.
    const typed = [codes[0], codes[1], codes[0].toLowerCase(), codes[1].replaceAll('-', ' ')]
    const attempts = Array.from(
      { length: 8 },
      (_, index) => () => [caller, other][index % 2]!('POST', '/set-up', { body: bodyOf(index, typed[index % 4]) }),
    )
    const scope = new OrganizationScope(newId(), newId(), service)
    const responses = valuesOf(await meetBehind(scope, (inner) => lockSetUp(inner.database), attempts))
    const statuses = responses.map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([201, ...Array.from({ length: 7 }, () => 409)])
    const winner = statuses.indexOf(201)
    expect(responses.filter((_, index) => index !== winner).map(({ body }) => body.code)).toEqual(
      Array.from({ length: 7 }, () => 'set_up_closed'),
    )

    const organizations = await database.selectFrom('organizations').select('name').execute()
    expect(organizations.map(({ name }) => name)).toEqual([bodyOf(winner).organizationName])
    expect(await isOpen()).toEqual([false, false])

    const { headers, body } = responses[winner]!
    const session = body as unknown as Session
    expect(session.user).toMatchObject({ email: bodyOf(winner).email, role: 'administrator' })
    const signedIn = await other<Session>('GET', '/session', { headers: { cookie: cookieIn(headers) } })
    expect({ status: signedIn.status, body: signedIn.body }).toEqual({ status: 200, body: session })
    const again = await signIn(servers[1].url, bodyOf(winner).email, password)
    expect(again.session.organization.name).toBe(bodyOf(winner).organizationName)
  })

  test('a server that starts after set-up logs no code', async () => {
    const late = await startServer({ DATA_DIR: dataFolder })
    await late.end('SIGTERM')
    expect(late.log.join('\n')).toContain('"msg":"ready"')
    expect(late.log.join('\n')).not.toContain('setUpCode')
  })
})

describe('a server that only integrations use', async () => {
  const integrations = await startTwoServers('set-up-integrations')

  test('set-up is closed once an organization exists, even if the organization has no staff and the right code is sent', async () => {
    const code = setUpCodeIn(integrations.servers[0].log)
    await createOrganization(integrations.service, 'Integrations only')
    for (const { url } of integrations.servers) {
      const call = consoleCallerOf(url)
      expect((await call<{ open: boolean }>('GET', '/set-up')).body).toEqual({ open: false })
      const { status, body } = await call('POST', '/set-up', { body: bodyOf(0, code) })
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'set_up_closed' })
    }
    expect(await integrations.database.selectFrom('users').where('kind', '=', 'staff').select('id').execute()).toEqual(
      [],
    )
  })
})

describe('guessing', async () => {
  const { servers: guessed } = await startTwoServers('set-up-guesses', { TRUSTED_PROXIES: '127.0.0.1' })

  test('after ten wrong codes from one network, set-up rejects a further wrong code with 429, but accepts the right code', async () => {
    const call = (index: number) => consoleCallerOf(guessed[index % 2]!.url)
    const code = setUpCodeIn(guessed[0].log)
    for (let index = 0; index < 10; index++) {
      const body = bodyOf(0, `WRONG-${index}`)
      expect(await call(index)('POST', '/set-up', { body, headers: from('203.0.113.7') })).toMatchObject({
        status: 400,
      })
    }
    const locked = await call(0)('POST', '/set-up', { body: bodyOf(0, 'WRONG-10'), headers: from('203.0.113.7') })
    expect({ status: locked.status, code: locked.body.code }).toEqual({ status: 429, code: 'sign_in_locked' })
    const operator = await call(1)('POST', '/set-up', { body: bodyOf(0, code), headers: from('203.0.113.7') })
    expect(operator.status).toBe(201)
  })
})
