import type { ProblemDetails } from '@tocsin/contract/api/problem.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { archiveUser } from '../../src/directory/archive.ts'
import { touchSession } from '../../src/identity/sessions/queries.ts'
import { setPassword } from '../../src/identity/sessions/set-password.ts'
import { consoleCallerOf, signIn } from '../support/console.ts'
import { eventsOf, startTestServer } from '../support/harness.ts'
import { until } from '../support/until.ts'

const server = await startTestServer()
const secondServer = await startTestServer(server.environment)
/** Third server on the database. Its cache of sessions stays empty until a test first calls this server. */
const freshServer = await startTestServer(server.environment)
const servers = [server, secondServer]

const statusOf = async (cookie: string, { url }: { url: string }): Promise<number> =>
  (await consoleCallerOf(url, { cookie })('GET', '/session')).status

const statusesOf = (cookie: string) => Promise.all(servers.map((one) => statusOf(cookie, one)))

const statusesOfAll = async (cookies: string[]) => (await Promise.all(cookies.map(statusesOf))).flat()

/**
 * Checks that `end` ends the sessions with these cookies: every server must reject them within a second. First uses the
 * sessions on every server, so that the servers have cached them.
 */
async function expectEndOf(cookies: string[], end: () => Promise<unknown>): Promise<void> {
  expect((await statusesOfAll(cookies)).every((status) => status === 200)).toBe(true)
  await end()
  await until('both refuse', async () => (await statusesOfAll(cookies)).every((status) => status === 401), 1_000)
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

describe('signing out', () => {
  test('signing out ends only the current session, on every server within a second', async () => {
    const organization = await server.newOrganization()
    const { call, user, password, cookie, scope } = await organization.signIn('member')
    const other = await signIn(secondServer.url, user.email, password)
    await expectEndOf([cookie], async () => {
      const response = await call('DELETE', '/session')
      expect(response.status).toBe(204)
      expect(response.headers.getSetCookie()[0]).toMatch(/^tocsin_session=;.*Path=\/.*Expires=Thu, 01 Jan 1970/)
    })
    expect(await statusesOf(other.cookie)).toEqual([200, 200])
    expect((await eventsOf(scope, user.id)).at(-1)).toMatchObject({ kind: 'user.signed_out', actorId: user.id })
  })

  test('signing out everywhere ends all sessions of the user and no session of a colleague', async () => {
    const organization = await server.newOrganization()
    const { call, user, password, cookie, scope } = await organization.signIn('member')
    const phone = await signIn(secondServer.url, user.email, password)
    const colleague = await organization.signIn('administrator')
    await expectEndOf([cookie, phone.cookie], async () => expect((await call('DELETE', '/sessions')).status).toBe(204))
    expect(await statusesOf(colleague.cookie)).toEqual([200, 200])
    expect((await eventsOf(scope, user.id)).at(-1)).toMatchObject({
      kind: 'user.signed_out_everywhere',
      data: { sessions: 2 },
    })
  })
})

describe('a session of the console', () => {
  test('a session ends after 12 hours without use, and at the latest 30 days after sign-in', async () => {
    const organization = await server.newOrganization()
    const { cookie, scope } = await organization.signIn('member')
    const session = () =>
      scope.database
        .selectFrom('sessions')
        .select(['created_at', 'expires_at'])
        .where('organization_id', '=', scope.organizationId)
        .executeTakeFirstOrThrow()
    const { created_at, expires_at } = await session()
    expect(Math.round((Date.parse(expires_at) - Date.parse(created_at)) / 3_600_000)).toBe(12)

    const set = (values: { created_at?: string; last_seen_at?: string; expires_at?: string }) =>
      scope.database.updateTable('sessions').set(values).where('organization_id', '=', scope.organizationId).execute()
    await set({ created_at: hoursAgo(29 * 24 + 20), last_seen_at: hoursAgo(11) })
    expect(await statusOf(cookie, freshServer)).toBe(200)
    await until(
      'the use is recorded',
      async () => Date.parse((await session()).expires_at) < Date.now() + 5 * 3_600_000,
    )

    await expectEndOf([cookie], () => set({ expires_at: hoursAgo(0) }))
  })

  test('the last use of a session is recorded only if the recorded time is older than a minute', async () => {
    const { scope } = await (await server.newOrganization()).signIn('member')
    const row = () =>
      scope.database
        .selectFrom('sessions')
        .select(['id', 'last_seen_at', 'expires_at'])
        .where('organization_id', '=', scope.organizationId)
        .executeTakeFirstOrThrow()
    const setLastSeen = (seconds: number) =>
      scope.database
        .updateTable('sessions')
        .set({ last_seen_at: sql<string>`now() - ${seconds} * interval '1 second'`, expires_at: hoursAgo(-1) })
        .where('organization_id', '=', scope.organizationId)
        .execute()

    await setLastSeen(30)
    const before = await row()
    await touchSession(scope, before.id)
    expect(await row()).toEqual(before)
    await setLastSeen(61)
    await touchSession(scope, before.id)
    const after = await row()
    expect(after.last_seen_at > before.last_seen_at).toBe(true)
    expect(after.expires_at > hoursAgo(-11)).toBe(true)
  })

  test('signing in deletes those sessions of the user that ended more than 30 days ago', async () => {
    const organization = await server.newOrganization()
    const { scope, user, password } = await organization.signIn('member')
    const colleague = await organization.signIn('member')
    await signIn(server.url, user.email, password)
    const idsOf = async (userId: string) => {
      const sessions = await scope.database
        .selectFrom('sessions')
        .select('id')
        .where('organization_id', '=', scope.organizationId)
        .where('user_id', '=', userId)
        .orderBy('id')
        .execute()
      return sessions.map(({ id }) => id)
    }
    const endedDaysAgo = (id: string, days: number) =>
      scope.database
        .updateTable('sessions')
        .set({ expires_at: hoursAgo(days * 24) })
        .where('organization_id', '=', scope.organizationId)
        .where('id', '=', id)
        .execute()
    const [long, lately] = await idsOf(user.id)
    const [another] = await idsOf(colleague.user.id)
    for (const id of [long!, another!]) await endedDaysAgo(id, 31)
    await endedDaysAgo(lately!, 29)

    await signIn(server.url, user.email, password)
    expect(await idsOf(user.id)).toEqual([lately, expect.not.stringMatching(long!)])
    expect(await idsOf(colleague.user.id)).toEqual([another])
  })

  test('archiving a user ends the sessions of that user', async () => {
    const organization = await server.newOrganization()
    const { cookie, user } = await organization.signIn('member')
    await expectEndOf([cookie], () => archiveUser(organization.scope, user.id))
    const events = await eventsOf(organization.scope, user.id)
    expect(events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['user.signed_out_everywhere', 'user.archived']),
    )
  })

  test('answers 401 to an unknown or malformed session cookie', async () => {
    for (const cookie of ['', 'tocsin_session=', `tocsin_session=${'A'.repeat(43)}`, 'tocsin_session=%00', 'other=1']) {
      const response = await consoleCallerOf(server.url, { cookie })('GET', '/session')
      expect({ status: response.status, code: response.body.code }).toEqual({ status: 401, code: 'not_signed_in' })
      expect(response.headers.get('www-authenticate')).toMatch(/^Cookie /)
    }
  })
})

describe('setting a new password', () => {
  const newPassword = 'a better password'

  test('changing the password ends all other sessions of the user and invalidates the old password', async () => {
    const organization = await server.newOrganization()
    const { call, user, password, cookie, scope } = await organization.signIn('member')
    const phone = await signIn(secondServer.url, user.email, password)
    await expectEndOf([phone.cookie], async () => {
      const body = { currentPassword: password, newPassword }
      expect((await call('PUT', '/session/password', { body })).status).toBe(204)
    })
    expect(await statusesOf(cookie)).toEqual([200, 200])
    await expect(signIn(server.url, user.email, password)).rejects.toThrow('sign_in_failed')
    await expect(signIn(server.url, user.email, newPassword)).resolves.toMatchObject({ session: { user } })
    const [event] = (await eventsOf(scope, user.id)).filter(({ kind }) => kind === 'user.password_set')
    expect(event).toEqual({ kind: 'user.password_set', actorId: user.id, data: { endedSessions: 1 } })
  })

  test('changing the password requires the current password and a new password of 12 to 200 characters', async () => {
    const organization = await server.newOrganization()
    const { call, user, password, cookie } = await organization.signIn('member')
    const phone = await signIn(server.url, user.email, password)
    const put = (body: object) => call<ProblemDetails>('PUT', '/session/password', { body })

    const guessed = await put({ currentPassword: 'a wrong password', newPassword })
    expect({ status: guessed.status, code: guessed.body.code }).toEqual({ status: 400, code: 'current_password_wrong' })
    for (const [chosen, code] of [
      ['eleven char', 'too_short'],
      ['😀'.repeat(201), 'too_long'],
    ]) {
      const { status, body } = await put({ currentPassword: password, newPassword: chosen })
      expect({ status, errors: body.errors }).toMatchObject({
        status: 400,
        errors: [{ pointer: '/newPassword', code }],
      })
    }
    expect([...(await statusesOf(cookie)), ...(await statusesOf(phone.cookie))]).toEqual([200, 200, 200, 200])
    await expect(signIn(server.url, user.email, password)).resolves.toMatchObject({ session: { user } })
    expect((await put({ currentPassword: password, newPassword: '😀'.repeat(200) })).status).toBe(204)
  })

  test('ten wrong current passwords block changes of the password, but the session stays valid and the user can sign in', async () => {
    const organization = await server.newOrganization()
    const { call, user, password, cookie } = await organization.signIn('member')
    const put = (currentPassword: string) =>
      call('PUT', '/session/password', { body: { currentPassword, newPassword } }).then(({ status }) => status)
    for (let attempt = 0; attempt < 10; attempt++) expect(await put(`guess number ${attempt}`)).toBe(400)
    expect(await put(password)).toBe(429)
    expect(await statusOf(cookie, server)).toBe(200)
    expect(await statusOf((await signIn(server.url, user.email, password)).cookie, server)).toBe(200)
  })

  test('a signed-in user can change the password even if failed sign-in attempts have locked the e-mail address', async () => {
    const organization = await server.newOrganization()
    const { call, user, password } = await organization.signIn('member')
    const body = { email: user.email, password: 'a wrong password' }
    for (let attempt = 0; attempt < 10; attempt++) await consoleCallerOf(server.url)('POST', '/session', { body })
    await expect(signIn(server.url, user.email, password)).rejects.toThrow('sign_in_locked')
    const { status } = await call('PUT', '/session/password', { body: { currentPassword: password, newPassword } })
    expect(status).toBe(204)
  })

  test('if two requests change the password at the same time, one succeeds and the other is rejected', async () => {
    const organization = await server.newOrganization()
    const { call, password } = await organization.signIn('member')
    const change = (chosen: string) =>
      call('PUT', '/session/password', { body: { currentPassword: password, newPassword: chosen } })
    const responses = await Promise.all([change(newPassword), change('yet another password')])
    const outcomes = responses.map(({ status, body }) => [status, (body as ProblemDetails | undefined)?.code])
    expect(outcomes).toContainEqual([204, undefined])
    expect(outcomes).toContainEqual([400, 'current_password_wrong'])
  })

  test('setting a password as operator ends all sessions of the user and unlocks the e-mail address', async () => {
    const organization = await server.newOrganization()
    const { user, cookie, password } = await organization.signIn('administrator')
    const body = { email: user.email, password: 'a wrong password' }
    for (let attempt = 0; attempt < 10; attempt++) await consoleCallerOf(server.url)('POST', '/session', { body })
    await expect(signIn(server.url, user.email, password)).rejects.toThrow('sign_in_locked')

    await expectEndOf([cookie], () => setPassword(organization.scope, user.id, newPassword))
    await expect(signIn(server.url, user.email, newPassword)).resolves.toMatchObject({ session: { user } })
    const elsewhere = await server.newOrganization()
    await expect(setPassword(elsewhere.scope, user.id, password)).rejects.toMatchObject({ code: 'reference_not_found' })
    await expect(signIn(server.url, user.email, password)).rejects.toThrow('sign_in_failed')
  })
})
