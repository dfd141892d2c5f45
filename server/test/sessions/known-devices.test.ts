import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { addUser } from '../../src/directory/users/add.ts'
import type { OrganizationScope } from '../../src/scope.ts'
import { startService } from '../../src/main.ts'
import { setPassword } from '../../src/identity/sessions/set-password.ts'
import { consoleCallerOf } from '../support/console.ts'
import { startTestServer, type TestServer } from '../support/harness.ts'

const lines: Record<string, unknown>[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line) as never) })
const server = await startTestServer({}, log)
const secondServer = await startTestServer(server.environment)

const password = 'correct horse battery'

async function newMember(scope: OrganizationScope, email = `${randomUUID()}@example.com`) {
  const id = await addUser(scope, { name: 'Maren Holt', email, role: 'member', password })
  return { id, email }
}

interface Attempt {
  email: string
  given?: string
  /** Value of the device cookie. */
  device?: string | undefined
  url?: string
}

const attempt = ({ email, given = password, device, url = server.url }: Attempt) =>
  consoleCallerOf(url)('POST', '/session', {
    body: { email, password: given },
    headers: device === undefined ? {} : { cookie: device },
  })

const statusOf = async (one: Attempt) => (await attempt(one)).status

/** Signs in. @returns the device cookie of the browser. */
async function deviceOf(email: string, device?: string): Promise<string> {
  const { status, headers } = await attempt({ email, device })
  expect(status).toBe(200)
  return headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('tocsin_device='))!
    .split(';', 1)[0]!
}

/** Uses up the attempts of an address with wrong passwords. */
async function lock(email: string, device?: string): Promise<void> {
  for (let count = 0; count < 10; count++) await attempt({ email, given: 'a wrong password', device })
}

async function newKnownMember() {
  const { scope } = await server.newOrganization()
  const member = await newMember(scope)
  return { scope, ...member, device: await deviceOf(member.email) }
}

describe('a known device', () => {
  test('a known device signs its user in on every server while wrong passwords from elsewhere lock the address', async () => {
    const { email, device } = await newKnownMember()
    await lock(email)
    expect(await statusOf({ email })).toBe(429)
    expect(await statusOf({ email, device })).toBe(200)
    expect(await statusOf({ email, device, url: secondServer.url })).toBe(200)
    expect(await statusOf({ email })).toBe(429)
  })

  test('a known device stays known after a restart', async () => {
    const { email, device } = await newKnownMember()
    await lock(email)
    const restarted = await startService(server.environment, pino({ level: 'silent' }))
    const status = await statusOf({ email, device, url: restarted.url }).finally(restarted.stop)
    expect(status).toBe(200)
  })

  test('a known device has ten attempts besides those of strangers', async () => {
    const { email, device } = await newKnownMember()
    const wrong = { email, given: 'a wrong password', device }
    for (let count = 0; count < 10; count++) expect(await statusOf(wrong)).toBe(401)
    // Only the attempts of strangers are left.
    for (let count = 0; count < 10; count++) expect(await statusOf(wrong)).toBe(401)
    expect(await statusOf({ email, device })).toBe(429)
  })

  test('a known device resets its count of failures at the next success', async () => {
    const { email, device } = await newKnownMember()
    for (let round = 0; round < 3; round++) {
      for (let count = 0; count < 9; count++) await attempt({ email, given: 'a wrong password', device })
      expect(await statusOf({ email, device })).toBe(200)
    }
    expect(await statusOf({ email })).toBe(200)
  })

  test('a known device is unknown for every other user', async () => {
    const { device } = await newKnownMember()
    const other = await newKnownMember()
    await lock(other.email)
    expect(await statusOf({ email: other.email, device })).toBe(429)
    expect(await statusOf({ email: other.email, device: other.device })).toBe(200)
  })

  test('a known device is known for each of its latest five users', async () => {
    const { scope } = await server.newOrganization()
    const members = await Promise.all(Array.from({ length: 6 }, () => newMember(scope)))
    let device: string | undefined
    for (const { email } of members) device = await deviceOf(email, device)
    for (const { email } of members) await lock(email)
    const statuses = await Promise.all(members.map(({ email }) => statusOf({ email, device })))
    expect(statuses).toEqual([429, 200, 200, 200, 200, 200])
  })

  test('a known device becomes known through a session that is older than the device cookie', async () => {
    const { scope } = await server.newOrganization()
    const { email } = await newMember(scope)
    const { headers } = await attempt({ email })
    const [session] = headers.getSetCookie()
    const answer = await consoleCallerOf(server.url)('GET', '/session', {
      headers: { cookie: session!.split(';', 1)[0]! },
    })
    const device = answer.headers.getSetCookie()[0]!.split(';', 1)[0]!
    await lock(email)
    expect(await statusOf({ email, device })).toBe(200)
  })
})

async function signedElsewhere(elsewhere: TestServer): Promise<string> {
  const { scope } = await elsewhere.newOrganization()
  const { email } = await newMember(scope)
  const { headers } = await attempt({ email, url: elsewhere.url })
  return /tocsin_device=([^;]+)/.exec(headers.getSetCookie().join())![1]!
}

describe('a device cookie', () => {
  test('a device cookie opens no session without the password', async () => {
    const { email, device } = await newKnownMember()
    expect(await statusOf({ email, given: 'a wrong password', device })).toBe(401)
    expect((await consoleCallerOf(server.url)('GET', '/session', { headers: { cookie: device } })).status).toBe(401)
  })

  test('a device cookie is worthless when forged, altered, combined from two cookies or from another installation', async () => {
    const { id, email, device } = await newKnownMember()
    const other = await newKnownMember()
    const [ownId, ownMark] = device.split('=')[1]!.split('.') as [string, string]
    const [otherId, otherMark] = other.device.split('=')[1]!.split('.') as [string, string]
    const elsewhere = await startTestServer({ SIGNING_SECRET: 'of another installation, with 32 characters' })
    const elsewhereDevice = await signedElsewhere(elsewhere)
    await lock(email)
    const forged = [
      '',
      ownId,
      `${ownId}.`,
      `.${ownMark}`,
      `${otherId}.${ownMark}`,
      `${ownId}.${otherMark.replace(other.id, id)}`,
      `${ownId}.${ownMark.replace(/~\d+~/, '~999999~')}`,
      `${ownId}.${ownMark.slice(0, -1)}`,
      `${ownId}.${id}~20000~${'A'.repeat(43)}`,
      elsewhereDevice,
      '%00',
      'x'.repeat(4000),
    ]
    for (const value of forged) {
      expect({ value, status: await statusOf({ email, device: `tocsin_device=${value}` }) }).toEqual({
        value,
        status: 429,
      })
    }
    expect(await statusOf({ email, device })).toBe(200)
  })

  test('a device cookie gives a thief ten guesses of one password', async () => {
    const { email, device } = await newKnownMember()
    await lock(email)
    await lock(email, device)
    expect(await statusOf({ email, device })).toBe(429)
  })

  test('a device of a user with the same email in another organization gives no guesses and resets no count', async () => {
    const { email, device: ownDevice } = await newKnownMember()
    const { scope } = await server.newOrganization()
    const { id } = await newMember(scope, email)
    await setPassword(scope, id, 'a password of the attacker')
    const attacking = { email, given: 'a password of the attacker' }
    const answer = await attempt(attacking)
    const device = /tocsin_device=[^;]+/.exec(answer.headers.getSetCookie().join())![0]
    for (let round = 0; round < 3; round++) {
      for (let count = 0; count < 5; count++) await attempt({ email, given: `guess ${round} ${count}`, device })
      await setPassword(scope, id, 'a password of the attacker')
      expect(await statusOf({ ...attacking, device })).toBe(200)
    }
    // The first user is locked, on this device as on any new one, even with the right password.
    expect(await statusOf({ email, device })).toBe(401)
    expect(await statusOf({ email, device: ownDevice })).toBe(200)
  })
})

describe('a flood of attempts with random addresses', () => {
  test('a flood of random addresses is rejected with Retry-After and few log lines, and known devices sign in', async () => {
    const { scope } = await server.newOrganization()
    const members = await Promise.all(Array.from({ length: 4 }, () => newMember(scope)))
    const devices = await Promise.all(members.map(({ email }) => deviceOf(email)))
    lines.length = 0

    const ending = new AbortController()
    const flood = Promise.all(
      Array.from({ length: 200 }, async () => {
        const answers = []
        while (!ending.signal.aborted)
          answers.push(await attempt({ email: `${randomUUID()}@example.com`, given: 'a wrong password' }))
        return answers
      }),
    )
    await expect.poll(() => lines.filter(({ status }) => status === 503).length).toBeGreaterThan(100)
    for (let round = 0; round < 3; round++) {
      const statuses = await Promise.all(members.map(({ email }, index) => statusOf({ email, device: devices[index] })))
      expect(statuses).toEqual([200, 200, 200, 200])
    }
    ending.abort()

    const refused = (await flood).flat().filter(({ status }) => status === 503)
    expect(refused.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true)
    expect(lines.filter(({ level }) => Number(level) >= 40)).toEqual([])
    const reports = lines.filter(({ msg }) => String(msg).startsWith('requests are rejected'))
    expect(reports.length).toBeGreaterThan(0)
    expect(reports.length).toBeLessThan(refused.length / 10)
    for (const report of reports) expect(JSON.stringify(report).length).toBeLessThan(400)
  })
})
