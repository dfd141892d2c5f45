import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import cookie from '@fastify/cookie'
import type { CreateIncident, IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Role } from '@tocsin/contract/console/session.ts'
import Fastify, { type FastifyContextConfig, type FastifyInstance, type RouteOptions } from 'fastify'
import Type from 'typebox'
import { describe, expect, test } from 'vitest'
import { authenticateSession, requireRoles } from '../../src/identity/guards/authenticate-session.ts'
import { answerProblems } from '../../src/http/problems/problems.ts'
import { makeSessionCheck } from '../../src/identity/sessions/authenticate.ts'
import { readIncident } from '../support/console-incidents.ts'
import { consoleCallerOf } from '../support/console.ts'
import { newIncident, startTestServer } from '../support/harness.ts'
import { until } from '../support/until.ts'

const server = await startTestServer()
const proxiedServer = await startTestServer({ ...server.environment, PUBLIC_URL: 'https://incidents.example.com/' })

const newBody = (): CreateIncident => ({ clientRequestId: randomUUID(), name: 'Freezer above -15 °C' })

interface Listed {
  data: IncidentResponse[]
}

describe('the guard of the console API', () => {
  test('an operation that the console shares with the external API records the signed-in user as the author', async () => {
    const { signIn, call: callWithKey } = await server.newOrganization()
    const { call, user } = await signIn('member')
    const created = await call<IncidentResponse>('POST', '/incidents', { body: newBody() })
    expect({ status: created.status, createdBy: created.body.createdBy }).toEqual({ status: 201, createdBy: user.id })
    expect(await readIncident(callWithKey, created.body.id)).toEqual(created.body)
  })

  test('answers 401 to console requests without a session, even if they have an API key', async () => {
    const { key } = await server.newOrganization()
    const withoutSession: Record<string, string>[] = [{}, { 'x-api-key': key }, { cookie: `tocsin_session=${key}` }]
    for (const headers of withoutSession) {
      for (const [method, path] of [
        ['GET', '/incidents'],
        ['HEAD', '/session'],
        ['POST', '/incidents'],
        ['DELETE', '/session'],
        ['GET', '/users'],
      ] as const) {
        expect((await consoleCallerOf(server.url, headers)(method, path)).status).toBe(401)
      }
    }
  })

  test('the external API answers 401 to a request with a console session', async () => {
    const { signIn } = await server.newOrganization()
    const session = await signIn('administrator')
    expect((await fetch(`${server.url}/api/v1/incidents`, { headers: { cookie: session.cookie } })).status).toBe(401)
  })

  test('gives the same 404 response for an incident of another organization as for a missing incident', async () => {
    const [here, elsewhere] = [await server.newOrganization(), await server.newOrganization()]
    const { call } = await here.signIn('administrator')
    const foreign = await newIncident(elsewhere.call)
    const responses = await Promise.all(
      [foreign.id, randomUUID()].map((id) => call('GET', `/incidents/${id}`, { headers: { 'x-request-id': 'same' } })),
    )
    expect(responses[0]!.body).toEqual(responses[1]!.body)
    expect(responses.map(({ status }) => status)).toEqual([404, 404])
    expect((await call<Listed>('GET', '/incidents')).body.data).toEqual([])
  })

  test('responses of the console API have headers that prevent caches from serving a response to another user', async () => {
    const { signIn } = await server.newOrganization()
    const { call } = await signIn('member')
    expect((await call('GET', '/incidents')).headers.get('cache-control')).toBe('no-store')
    expect((await call('GET', '/creation-configurations/1')).headers.get('vary')).toContain('cookie')
  })
})

describe('writes from other sites', () => {
  test('answers 403 to a write from another site or without the right CSRF token, and changes nothing', async () => {
    const { signIn } = await server.newOrganization()
    const { call, cookie: own, csrfToken } = await signIn('administrator')
    const { csrfToken: another } = await signIn('administrator')
    const token = { 'x-csrf-token': csrfToken }
    const forgeries: Record<string, string>[] = [
      {},
      { 'x-csrf-token': '' },
      { 'x-csrf-token': another },
      { 'x-csrf-token': `${csrfToken}a` },
      { ...token, origin: 'https://evil.example' },
      { ...token, origin: 'null' },
      { ...token, origin: `${server.url}.evil.example` },
      { ...token, 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of forgeries) {
      const forged = consoleCallerOf(server.url, { cookie: own, ...headers })
      for (const [method, path, body] of [
        ['POST', '/incidents', newBody()],
        ['DELETE', '/session', undefined],
        ['DELETE', '/sessions', undefined],
        ['PUT', '/session/password', { currentPassword: 'x', newPassword: 'a better password' }],
      ] as const) {
        const response = await forged(method, path, { body })
        expect({ status: response.status, code: response.body.code }).toEqual({
          status: 403,
          code: 'csrf_token_invalid',
        })
      }
    }
    expect((await call<Listed>('GET', '/incidents')).body.data).toEqual([])
    expect((await call('POST', '/incidents', { body: newBody(), headers: { origin: server.url } })).status).toBe(201)
  })

  test('accepts writes from the origin of PUBLIC_URL, which a proxy serves, and rejects writes from other origins', async () => {
    const { signIn } = await proxiedServer.newOrganization()
    const { call } = await signIn('member')
    const statusFrom = async (origin: string) =>
      (await call('POST', '/incidents', { body: newBody(), headers: { origin } })).status
    expect(await statusFrom('https://incidents.example.com')).toBe(201)
    expect(await statusFrom('http://incidents.example.com')).toBe(403)
    expect(await statusFrom('https://example.com')).toBe(403)
    expect(await statusFrom(proxiedServer.url)).toBe(201)
  })

  test.each([
    ['incidents.example.com', 200],
    ['incidents.example.com:8443', 200],
    ['localhost:8080', 200],
    ['[::1]:8080', 200],
    ['rebinding.example', 403],
    ['rebinding.example:8080', 403],
    ['127.0.0.1.rebinding.example', 403],
    ['192.0.2.1', 403],
  ])('with PUBLIC_URL, a request to the host %s is answered with %i', async (host, status) => {
    // fetch does not let callers set the Host header.
    const sent = http.get(`${proxiedServer.url}/api/console/set-up`, { headers: { host } })
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.resume()
    expect(response.statusCode).toBe(status)
  })

  test('with PUBLIC_URL, a site that uses DNS rebinding can neither sign in nor write, although its Host and Origin agree', async () => {
    const headers = { host: 'rebinding.example', origin: 'http://rebinding.example' }
    for (const path of ['/session', '/set-up', '/incidents']) {
      const sent = http.request(`${proxiedServer.url}/api/console${path}`, { method: 'POST', headers })
      sent.end()
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      expect({ status: response.statusCode, text: await text(response) }).toMatchObject({
        status: 403,
        text: expect.stringContaining('The console is at https://incidents.example.com, not at rebinding.example.'),
      })
    }
  })
})

/** Makes a Fastify app in which the guard of the console protects the given operations. */
async function guardedApp(...operations: RouteOptions[]): Promise<FastifyInstance> {
  const app = Fastify()
  answerProblems(app)
  await app.register(cookie)
  requireRoles(app)
  const { service } = server
  app.addHook(
    'onRequest',
    authenticateSession(
      service,
      makeSessionCheck(service, (error) => expect.unreachable(String(error))),
    ),
  )
  for (const operation of operations) app.route(operation)
  return app
}

const operationFor = (config: FastifyContextConfig): RouteOptions => ({
  method: 'GET',
  url: '/',
  config,
  schema: { response: { 200: Type.String() } },
  handler: async (request) => request.session.role,
})

describe('the role of an operation', () => {
  test('an operation for administrators rejects members, and a changed role takes effect within a second', async () => {
    const app = await guardedApp(operationFor({ role: 'administrator' }))
    const { signIn, scope } = await server.newOrganization()
    const { cookie: ofMember, user } = await signIn('member')
    const call = () => app.inject({ url: '/', headers: { cookie: ofMember } })
    expect((await call()).json()).toMatchObject({ status: 403, code: 'administrators_only' })

    const setRole = (role: Role) =>
      scope.database.updateTable('users').set({ role }).where('id', '=', user.id).execute()
    await setRole('administrator')
    await until('it is allowed', async () => (await call()).statusCode === 200, 1_000)
    await setRole('member')
    await until('it is refused', async () => (await call()).statusCode === 403, 1_000)
  })

  test('members may call an operation that names a scope of the external API and no role', async () => {
    const app = await guardedApp(operationFor({ scope: 'write' }))
    const { signIn } = await server.newOrganization()
    const { cookie: ofMember } = await signIn('member')
    expect((await app.inject({ url: '/', headers: { cookie: ofMember } })).body).toBe('member')
  })

  test('registering an operation fails if it names neither a role nor a scope, or has no response schemas', async () => {
    await expect(guardedApp(operationFor({}))).rejects.toThrow('names neither a role nor a scope')
    await expect(guardedApp({ ...operationFor({ role: 'member' }), schema: {} })).rejects.toThrow('names no responses')
  })
})

test('the OpenAPI document contains neither operations of the console API nor their schemas', async () => {
  const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
    paths: Record<string, unknown>
    components: { schemas: Record<string, unknown> }
  }
  expect(Object.keys(document.paths).filter((path) => !path.startsWith('/api/v1/'))).toEqual([])
  expect(Object.keys(document.components.schemas)).toContain('IncidentResponse')
  expect(Object.keys(document.components.schemas)).not.toContain('SignIn')
  expect(JSON.stringify(document)).not.toContain('sign_in_failed')
})
