import { defaultAgeThresholds } from '@tocsin/contract/age-thresholds.ts'
import { randomUUID } from 'node:crypto'
import type { ProblemDetails } from '@tocsin/contract/api/problem.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { Session } from '@tocsin/contract/console/session.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { addUser } from '../../src/directory/users/add.ts'
import { archiveUser } from '../../src/directory/archive.ts'
import { createOrganization } from '../../src/organizations/create.ts'
import type { OrganizationScope } from '../../src/scope.ts'
import { addressSubject, userSubject, type FailureSubject } from '../../src/identity/sessions/failures/subject.ts'
import { setPassword } from '../../src/identity/sessions/set-password.ts'
import { consoleCallerOf, cookieIn, signIn } from '../support/console.ts'
import { eventsOf, startTestServer } from '../support/harness.ts'
import { countWaiting, meetBehind } from '../support/lock-waits.ts'

const server = await startTestServer()
const secondServer = await startTestServer(server.environment)
const secureServer = await startTestServer({ ...server.environment, PUBLIC_URL: 'https://incidents.example.com' })

const call = consoleCallerOf(server.url)
const password = 'correct horse battery'

/** Adds a member whose password is `password`. */
const newMember = (scope: OrganizationScope, email = `${randomUUID()}@example.com`) =>
  addUser(scope, { name: 'Maren Holt', email, role: 'member', password }).then((id) => ({ id, email }))

const withoutRequestId = (details: ProblemDetails) => ({ ...details, requestId: undefined })

/** Tries to sign in `times` times with a wrong password. Returns the statuses of the responses. */
async function fail(email: string, times: number, url = server.url): Promise<number[]> {
  const statuses: number[] = []
  for (let attempt = 0; attempt < times; attempt++) {
    const { status } = await consoleCallerOf(url)('POST', '/session', { body: { email, password: 'a wrong password' } })
    statuses.push(status)
  }
  return statuses
}

const countOf = (subject: FailureSubject) =>
  server.database.database.selectFrom('sign_in_failures').where('subject_sha256', '=', subject)

const changeCount = (subject: FailureSubject, values: { locked_until?: string; counted_since?: string }) =>
  server.database.database.updateTable('sign_in_failures').set(values).where('subject_sha256', '=', subject).execute()

describe('signing in', () => {
  test('signing in opens a session, ignores the case of the e-mail address and describes the user', async () => {
    const { scope } = await server.newOrganization()
    const { id, email } = await newMember(scope)
    const { cookie, session } = await signIn(server.url, email.toUpperCase(), password)
    expect(session).toEqual({
      user: { id, name: 'Maren Holt', email, role: 'member' },
      organization: {
        id: scope.organizationId,
        name: expect.stringMatching(/^Test /),
        timeZone: null,
        ageThresholds: defaultAgeThresholds,
      },
      csrfToken: expect.stringMatching(/^[\w-]{43}$/),
    })
    const again = await call<Session>('GET', '/session', { headers: { cookie } })
    expect({ status: again.status, body: again.body }).toEqual({ status: 200, body: session })
    expect((await eventsOf(scope, id)).map(({ kind, actorId }) => [kind, actorId])).toContainEqual([
      'user.signed_in',
      id,
    ])
  })

  test('signing in sets an HttpOnly SameSite cookie, which is Secure if PUBLIC_URL is https', async () => {
    const { scope } = await server.newOrganization()
    const { email } = await newMember(scope)
    const attributes = await Promise.all(
      [server, secureServer].map(async ({ url }) => {
        const { headers } = await consoleCallerOf(url)('POST', '/session', { body: { email, password } })
        const [pair, ...rest] = headers.getSetCookie()[0]!.split('; ')
        return [pair!.replace(/=[\w-]{65}$/, '='), ...rest].toSorted()
      }),
    )
    const everywhere = ['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax']
    expect(attributes).toEqual([
      [...everywhere, 'tocsin_session='].toSorted(),
      [...everywhere, 'Secure', '__Host-tocsin_session='].toSorted(),
    ])
  })

  test('signing in stores neither the session token nor the CSRF token', async () => {
    const { scope } = await server.newOrganization()
    const { email } = await newMember(scope)
    const { cookie, session } = await signIn(server.url, email, password)
    const rows = await scope.database
      .selectFrom('sessions')
      .selectAll()
      .where('organization_id', '=', scope.organizationId)
      .execute()
    expect(rows).toHaveLength(1)
    const stored = JSON.stringify(rows) + rows[0]!.token_sha256.toString('latin1')
    for (const secret of [cookie.split('=')[1]!, session.csrfToken]) expect(stored).not.toContain(secret)
  })

  test('gives the same response to a sign-in with a wrong password, an unknown e-mail address, a user without a password or an archived user', async () => {
    const { scope } = await server.newOrganization()
    const archived = await newMember(scope)
    await scope.database
      .updateTable('users')
      .set({ archived_at: new Date().toISOString() })
      .where('id', '=', archived.id)
      .execute()
    const passwordless = `${randomUUID()}@example.com`
    await addUser(scope, { name: 'Tomasz Wolny', email: passwordless, role: 'member', password: undefined })
    const attempts = [
      { email: (await newMember(scope)).email, password: 'a wrong password' },
      { email: 'nobody@example.com', password },
      { email: passwordless, password },
      { email: archived.email, password },
    ]
    const responses = await Promise.all(attempts.map((body) => call('POST', '/session', { body })))
    for (const { status, body, headers } of responses) {
      expect(status).toBe(401)
      expect(withoutRequestId(body)).toEqual(withoutRequestId(responses[0]!.body))
      expect(body.code).toBe('sign_in_failed')
      expect(headers.getSetCookie()).toEqual([])
    }
  })

  test('if e-mail address and password match in several organizations, a sign-in lists them, and a second sign-in chooses one', async () => {
    const organizations = await Promise.all([server.newOrganization(), server.newOrganization()])
    const elsewhere = await server.newOrganization()
    const { email } = await newMember(organizations[0].scope)
    await newMember(organizations[1].scope, email)
    await addUser(elsewhere.scope, { name: 'Maren Holt', email, role: 'member', password: 'another password' })

    const ambiguous = await call('POST', '/session', { body: { email, password } })
    expect({ status: ambiguous.status, code: ambiguous.body.code }).toEqual({
      status: 409,
      code: 'organization_ambiguous',
    })
    const ids = organizations.map(({ scope }) => scope.organizationId)
    expect(ambiguous.body.organizations!.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())

    const chosen = await call<Session>('POST', '/session', { body: { email, password, organizationId: ids[1] } })
    expect({ status: chosen.status, id: chosen.body.organization.id }).toEqual({ status: 200, id: ids[1] })
    const wrong = { email, password, organizationId: elsewhere.scope.organizationId }
    expect((await call('POST', '/session', { body: wrong })).body.code).toBe('sign_in_failed')
    const only = await call<Session>('POST', '/session', { body: { email, password: 'another password' } })
    expect(only.body.organization.id).toBe(elsewhere.scope.organizationId)
  })

  test('a sign-in lists all 111 organizations of a user, although the queue for password checks is shorter than 111', async () => {
    const { scope } = await server.newOrganization()
    const { email } = await newMember(scope)
    const others: OrganizationScope[] = []
    for (let count = 0; count < 110; count++) {
      others.push(await createOrganization(scope.service, `Supported ${randomUUID()}`))
    }
    for (const { organizationId } of others) {
      await sql`insert into users (organization_id, id, name, email, role, password_hash)
        select ${organizationId}, ${randomUUID()}, name, email, role, password_hash from users
        where email = ${email} limit 1`.execute(scope.database)
    }
    const { body } = await call('POST', '/session', { body: { email, password } })
    expect(body.organizations).toHaveLength(111)
  })

  test.each([
    ['gets another password', (inner: OrganizationScope, id: Uuid) => setPassword(inner, id, 'another long password')],
    ['is archived', archiveUser],
  ])(
    'rejects a sign-in if the user %s during the sign-in',
    async (_, change: (inner: OrganizationScope, id: Uuid) => Promise<void>) => {
      const { scope } = await server.newOrganization()
      const { id, email } = await newMember(scope)
      const body = { email, password }
      const outcomes = await meetBehind(scope, (inner) => change(inner, id), [() => call('POST', '/session', { body })])
      expect(outcomes).toMatchObject([{ value: { status: 401, body: { code: 'sign_in_failed' } } }])
    },
  )

  test('signing in ends the earlier session of the browser, even if that is the session of another user', async () => {
    const { scope } = await server.newOrganization()
    const [former, next] = [await newMember(scope), await newMember(scope)]
    const { cookie } = await signIn(server.url, former.email, password)
    const response = await call('POST', '/session', { body: { email: next.email, password }, headers: { cookie } })
    expect(response.status).toBe(200)
    await expect.poll(async () => (await call('GET', '/session', { headers: { cookie } })).status).toBe(401)
    expect((await eventsOf(scope, former.id)).map(({ kind }) => kind)).toContain('user.signed_out')
    const current = await call('GET', '/session', { headers: { cookie: cookieIn(response.headers) } })
    expect(current.status).toBe(200)
  })

  test('a failed sign-in does not end the earlier session of the browser', async () => {
    const { scope } = await server.newOrganization()
    const { email } = await newMember(scope)
    const { cookie } = await signIn(server.url, email, password)
    const wrong = await call('POST', '/session', { body: { email, password: 'wrong' }, headers: { cookie } })
    expect(wrong.status).toBe(401)
    const { revoked_at: revokedAt } = await scope.database
      .selectFrom('sessions')
      .select('revoked_at')
      .where('organization_id', '=', scope.organizationId)
      .executeTakeFirstOrThrow()
    expect(revokedAt).toBeNull()
  })

  test('a server with an https PUBLIC_URL accepts a session cookie that was set without https, and gives the cookie the prefix __Host-', async () => {
    const { scope } = await server.newOrganization()
    const { email } = await newMember(scope)
    const { cookie } = await signIn(server.url, email, password)
    const { status, headers } = await consoleCallerOf(secureServer.url)('GET', '/session', { headers: { cookie } })
    expect(status).toBe(200)
    const given = headers.getSetCookie()
    expect(given).toContainEqual(expect.stringContaining(`__Host-${cookie}; `))
    expect(given).toContainEqual(expect.stringMatching(/^tocsin_session=; .*Expires=Thu, 01 Jan 1970/))
  })

  test('signing in accepts only JSON from the origin of the server and reports every invalid field', async () => {
    const { scope } = await server.newOrganization()
    const { email } = await newMember(scope)
    const form = await fetch(`${server.url}/api/console/session`, {
      method: 'POST',
      body: new URLSearchParams({ email, password }),
    })
    expect({ status: form.status, code: ((await form.json()) as ProblemDetails).code }).toEqual({
      status: 400,
      code: 'unsupported_content_type',
    })
    const foreign = { origin: 'https://evil.example' }
    for (const headers of [foreign, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }]) {
      const response = await call('POST', '/session', { body: { email, password }, headers })
      expect({ status: response.status, code: response.body.code }).toEqual({ status: 403, code: 'csrf_token_invalid' })
      expect(response.headers.getSetCookie()).toEqual([])
    }
    const { body } = await call('POST', '/session', { body: { email: 5, remember: true } })
    expect(body.errors.map(({ pointer, code }) => [pointer, code]).toSorted()).toEqual([
      ['/email', 'wrong_type'],
      ['/password', 'required'],
      ['/remember', 'field_not_allowed'],
    ])
    const own = await call('POST', '/session', { body: { email, password }, headers: { origin: server.url } })
    expect(own.status).toBe(200)
  })
})

describe('failed sign-in attempts', () => {
  test('after ten failed sign-in attempts, every server rejects sign-ins of this user from unknown devices, even with the right password', async () => {
    const { scope } = await server.newOrganization()
    const { email } = await newMember(scope)
    const bystander = await newMember(scope)
    const [here, there] = [await fail(email, 6), await fail(email.toUpperCase(), 4, secondServer.url)]
    expect([...here, ...there]).toEqual(Array.from({ length: 10 }, () => 401))

    for (const { url } of [server, secondServer]) {
      const locked = await consoleCallerOf(url)('POST', '/session', { body: { email, password } })
      expect({ status: locked.status, code: locked.body.code }).toEqual({ status: 429, code: 'sign_in_locked' })
      expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(14 * 60)
      expect(Number(locked.headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60)
    }
    expect((await signIn(server.url, bystander.email, password)).session.user.id).toBe(bystander.id)
  })

  test('ten failed sign-in attempts also lock an e-mail address that belongs to no user', async () => {
    expect(await fail(`${randomUUID()}@example.com`, 12)).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
  })

  test('simultaneous sign-in attempts through two servers check no more than ten passwords', async () => {
    const email = `${randomUUID()}@example.com`
    const attempts = Array.from({ length: 30 }, (_, index) => fail(email, 1, [server, secondServer][index % 2]!.url))
    const statuses = (await Promise.all(attempts)).flat()
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  })

  test('ten failed sign-in attempts lock sign-in for 15 minutes, and attempts during the lock do not extend the lock', async () => {
    const { scope } = await server.newOrganization()
    const { id, email } = await newMember(scope)
    await fail(email, 10)
    const lockedUntil = async () => (await countOf(userSubject(id)).selectAll().executeTakeFirstOrThrow()).locked_until
    const before = await lockedUntil()
    expect(await fail(email, 2)).toEqual([429, 429])
    expect(await lockedUntil()).toBe(before)

    const aSecondAgo = new Date(Date.now() - 1_000).toISOString()
    await changeCount(userSubject(id), { locked_until: aSecondAgo })
    expect((await signIn(server.url, email, password)).session.user.email).toBe(email)
    expect(await fail(email, 11)).toEqual([...Array.from({ length: 10 }, () => 401), 429])
  })

  test('a failed sign-in attempt deletes outdated counts of failed attempts, and skips counts whose row is locked', async () => {
    const { scope } = await server.newOrganization()
    const [locked, stale, fresh] = Array.from({ length: 3 }, () => `${randomUUID()}@example.com`) as [
      string,
      string,
      string,
    ]
    for (const email of [locked, stale]) await fail(email, 1)
    const longAgo = new Date(Date.now() - 61 * 60_000).toISOString()
    for (const email of [locked, stale]) await changeCount(addressSubject(email), { counted_since: longAgo })
    const lock = ({ database }: OrganizationScope) =>
      sql`select from sign_in_failures where subject_sha256 = ${addressSubject(locked)} for update`.execute(database)
    await meetBehind(scope, lock, [() => fail(fresh, 1)], async (inner) => expect(await countWaiting(inner)).toBe(0))
    const counts = [locked, stale, fresh].map((email) =>
      countOf(addressSubject(email)).select('failures').executeTakeFirst(),
    )
    expect(await Promise.all(counts)).toEqual([{ failures: 1 }, undefined, { failures: 1 }])
  })

  test('failed sign-in attempts no longer count after 15 minutes, or after a successful sign-in', async () => {
    const { scope } = await server.newOrganization()
    const [late, mended] = [await newMember(scope), await newMember(scope)]
    await fail(late.email, 9)
    const longAgo = new Date(Date.now() - 16 * 60_000).toISOString()
    await changeCount(userSubject(late.id), { counted_since: longAgo })
    expect(await fail(late.email, 9)).not.toContain(429)

    await fail(mended.email, 9)
    await signIn(server.url, mended.email, password)
    expect(await fail(mended.email, 9)).not.toContain(429)
  })
})
