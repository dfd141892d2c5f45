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
  /** Device cookie to send, as `tocsin_device=…`; absent for an unknown device. */
  device?: string | undefined
  url?: string
}

const attempt = ({ email, given = password, device, url = server.url }: Attempt) =>
  consoleCallerOf(url)('POST', '/session', {
    body: { email, password: given },
    headers: device === undefined ? {} : { cookie: device },
  })

const statusOf = async (one: Attempt) => (await attempt(one)).status

/** Signs in with the right password and returns the device cookie of the response. */
async function deviceOf(email: string, device?: string): Promise<string> {
  const { status, headers } = await attempt({ email, device })
  expect(status).toBe(200)
  return headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('tocsin_device='))!
    .split(';', 1)[0]!
}

/** Locks sign-in for an e-mail address, or for one device of its user, by sending ten wrong passwords. */
async function lock(email: string, device?: string): Promise<void> {
  for (let count = 0; count < 10; count++) await attempt({ email, given: 'a wrong password', device })
}

async function newKnownMember() {
  const { scope } = await server.newOrganization()
  const member = await newMember(scope)
  return { scope, ...member, device: await deviceOf(member.email) }
}

describe('a known device', () => {
  test('a known device can sign in on every server while wrong passwords from other devices lock the e-mail address', async () => {
    const { email, device } = await newKnownMember()
    await lock(email)
    expect(await statusOf({ email })).toBe(429)
    expect(await statusOf({ email, device })).toBe(200)
    expect(await statusOf({ email, device, url: secondServer.url })).toBe(200)
    expect(await statusOf({ email })).toBe(429)
  })

  test('a known device stays known after the server restarts', async () => {
    const { email, device } = await newKnownMember()
    await lock(email)
    const restarted = await startService(server.environment, pino({ level: 'silent' }))
    const status = await statusOf({ email, device, url: restarted.url }).finally(restarted.stop)
    expect(status).toBe(200)
  })

  test('a known device has ten sign-in attempts of its own, and afterwards shares the ten attempts of unknown devices', async () => {
    const { email, device } = await newKnownMember()
    const wrong = { email, given: 'a wrong password', device }
    for (let count = 0; count < 10; count++) expect(await statusOf(wrong)).toBe(401)
    // Send ten more wrong passwords. They count as attempts of unknown devices, because the device has no attempt left.
    for (let count = 0; count < 10; count++) expect(await statusOf(wrong)).toBe(401)
    expect(await statusOf({ email, device })).toBe(429)
  })

  test('a successful sign-in on a known device resets the number of failed attempts of the device', async () => {
    const { email, device } = await newKnownMember()
    for (let round = 0; round < 3; round++) {
      for (let count = 0; count < 9; count++) await attempt({ email, given: 'a wrong password', device })
      expect(await statusOf({ email, device })).toBe(200)
    }
    expect(await statusOf({ email })).toBe(200)
  })

  test('a device that is known for one user is still unknown for another user', async () => {
    const { device } = await newKnownMember()
    const other = await newKnownMember()
    await lock(other.email)
    expect(await statusOf({ email: other.email, device })).toBe(429)
    expect(await statusOf({ email: other.email, device: other.device })).toBe(200)
  })

  test('a device stays known for the last five users who signed in on it', async () => {
    const { scope } = await server.newOrganization()
    const members = await Promise.all(Array.from({ length: 6 }, () => newMember(scope)))
    let device: string | undefined
    for (const { email } of members) device = await deviceOf(email, device)
    for (const { email } of members) await lock(email)
    const statuses = await Promise.all(members.map(({ email }) => statusOf({ email, device })))
    expect(statuses).toEqual([429, 200, 200, 200, 200, 200])
  })

  test('a browser without a device cookie becomes a known device when it sends a valid session cookie', async () => {
    const { scope } = await server.newOrganization()
    const { email } = await newMember(scope)
    const { headers } = await attempt({ email })
    const [session] = headers.getSetCookie()
    const response = await consoleCallerOf(server.url)('GET', '/session', {
      headers: { cookie: session!.split(';', 1)[0]! },
    })
    const device = response.headers.getSetCookie()[0]!.split(';', 1)[0]!
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
  test('a sign-in with a device cookie still requires the right password', async () => {
    const { email, device } = await newKnownMember()
    expect(await statusOf({ email, given: 'a wrong password', device })).toBe(401)
    expect((await consoleCallerOf(server.url)('GET', '/session', { headers: { cookie: device } })).status).toBe(401)
  })

  test('ignores a device cookie that is forged, altered, combined from two cookies, or issued by another installation', async () => {
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

  test('a stolen device cookie allows only ten wrong passwords while the e-mail address is locked', async () => {
    const { email, device } = await newKnownMember()
    await lock(email)
    await lock(email, device)
    expect(await statusOf({ email, device })).toBe(429)
  })

  test('a device known in one organization gets no extra sign-in attempts for the same e-mail address in another organization', async () => {
    const { email, device: ownDevice } = await newKnownMember()
    const { scope } = await server.newOrganization()
    const { id } = await newMember(scope, email)
    await setPassword(scope, id, 'a password of the attacker')
    const attacking = { email, given: 'a password of the attacker' }
    const response = await attempt(attacking)
    const device = /tocsin_device=[^;]+/.exec(response.headers.getSetCookie().join())![0]
    for (let round = 0; round < 3; round++) {
      for (let count = 0; count < 5; count++) await attempt({ email, given: `guess ${round} ${count}`, device })
      await setPassword(scope, id, 'a password of the attacker')
      expect(await statusOf({ ...attacking, device })).toBe(200)
    }
    // For the first user, the attacker's device is unknown, and sign-in from unknown devices is locked. So the server
    // rejects even the right password from the attacker's device.
    expect(await statusOf({ email, device })).toBe(401)
    expect(await statusOf({ email, device: ownDevice })).toBe(200)
  })
})

describe('a flood of sign-in attempts with random e-mail addresses', () => {
  test('a server answers 503 with Retry-After to a flood of sign-in attempts, logs few lines about it and still signs in known devices', async () => {
    const { scope } = await server.newOrganization()
    const members = await Promise.all(Array.from({ length: 4 }, () => newMember(scope)))
    const devices = await Promise.all(members.map(({ email }) => deviceOf(email)))
    lines.length = 0

    const ending = new AbortController()
    const flood = Promise.all(
      Array.from({ length: 200 }, async () => {
        const responses = []
        while (!ending.signal.aborted)
          responses.push(await attempt({ email: `${randomUUID()}@example.com`, given: 'a wrong password' }))
        return responses
      }),
    )
    await expect.poll(() => lines.filter(({ status }) => status === 503).length).toBeGreaterThan(100)
    for (let round = 0; round < 3; round++) {
      const statuses = await Promise.all(members.map(({ email }, index) => statusOf({ email, device: devices[index] })))
      expect(statuses).toEqual([200, 200, 200, 200])
    }
    ending.abort()

    const rejected = (await flood).flat().filter(({ status }) => status === 503)
    expect(rejected.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true)
    expect(lines.filter(({ level }) => Number(level) >= 40)).toEqual([])
    const reports = lines.filter(({ msg }) => String(msg).startsWith('requests are rejected'))
    expect(reports.length).toBeGreaterThan(0)
    expect(reports.length).toBeLessThan(rejected.length / 10)
    for (const report of reports) expect(JSON.stringify(report).length).toBeLessThan(400)
  })
})
