import { randomUUID } from 'node:crypto'
import type { IssuedKey } from '@tocsin/contract/console/api-key.ts'
import { expect, test } from 'vitest'
import { makeLog } from '../src/http/operations/log.ts'
import { attachFile } from './support/attach-file.ts'
import { consoleCallerOf } from './support/console.ts'
import { newIncident, startTestServer } from './support/harness.ts'

const lines: string[] = []
const log = makeLog('trace', { write: (line) => void lines.push(line) })
const server = await startTestServer({}, log)

test('logs the id of a rejected API key but not its secret part, and logs no part of a malformed API key', async () => {
  const { key, call } = await server.newOrganization()
  const [, id = '', secret = ''] = key.split('_')
  const guess = secret.replace(/^./, (first) => (first === '0' ? '1' : '0'))
  lines.length = 0
  for (const sent of [`tocsin_${id}_${guess}`, 'tocsin_nonsense']) {
    const response = await call('GET', '/incidents', { headers: { 'x-api-key': sent } })
    expect(response).toMatchObject({ status: 401, body: { detail: expect.stringContaining('header x-api-key') } })
  }

  const answered = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered')
  expect(answered.map(({ keyId }) => keyId?.replaceAll('-', ''))).toEqual([id, undefined])
  expect(lines.join('')).not.toContain(guess)
  expect(lines.join('')).not.toContain('nonsense')
})

test('logs no secrets, even at the level trace', async () => {
  const { key, call: callWithKey, signIn } = await server.newOrganization()
  const { call, password, cookie, csrfToken, user } = await signIn('administrator')
  const newPassword = `password ${randomUUID()}`
  const guess = `guess ${randomUUID()}`
  const issued = await call<IssuedKey>('POST', '/keys', { body: { name: 'Till', scopes: ['read'] } })
  await call('PUT', '/session/password', { body: { currentPassword: password, newPassword } })
  await consoleCallerOf(server.url)('POST', '/session', { body: { email: user.email, password: guess } })
  await consoleCallerOf(server.url)('POST', '/session', { body: { email: user.email, password: guess, extra: guess } })

  const incident = await newIncident(callWithKey)
  const address = await attachFile(call, incident.id, new File(['contents'], 'note.txt'))
  expect((await fetch(address)).status).toBe(200)

  const text = lines.join('')
  expect(text).toContain(incident.id)
  const token = cookie.split('=')[1]!
  const secrets = {
    key,
    issued: issued.body.key,
    token,
    csrfToken,
    password,
    newPassword,
    guess,
    query: address.search,
  }
  for (const [name, secret] of Object.entries(secrets))
    expect({ name, logged: text.includes(secret) }).toEqual({ name, logged: false })
})
