import { expect, test } from 'vitest'
import { startTestServer } from './support/harness.ts'
import { allowIn, headOf, statusIn } from './support/raw-connection.ts'

const server = await startTestServer()
const { key, call } = await server.newOrganization()
const id = '5f0f6c1e-3b0a-4d5e-9f57-2f1f6f3c9a10'

/** Sends the head of a request that announces a body, but never sends the body. The server must answer without it. */
const responseTo = async (method: string, path: string, ...headers: string[]) => {
  const head = await headOf(server.url, method, path, ...headers)
  return { status: statusIn(head), allow: allowIn(head) }
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND']
const apiPaths = [
  '/api/v1',
  '/api/v1/',
  '/api/v1/nope',
  '/api/v1/incidents',
  '/api/v1/incidents/',
  `/api/v1/incidents/${id}`,
  `/api/v1/incidents/${id}/media`,
  '/api/v1/%69ncidents',
  '/api/%76%31/incidents',
  '/api/v1/incidents/%zz',
  '/api/v1/../v1/nope',
  '/api/v1//nope',
  '/api/v1?limit=1',
]

test.each(apiPaths)(
  'answers 401 to a request for %s without an API key, for every method, before the body arrives',
  async (path) => {
    const statuses = await Promise.all(methods.map(async (method) => (await responseTo(method, path)).status))
    expect(statuses).toEqual(methods.map(() => 401))
  },
)

test.each([
  ['GET', '/api/v1/nope'],
  ['POST', '/api/v1'],
  ['POST', '/api/v1/nope'],
  ['PUT', '/api/v1/incidents/'],
  ['OPTIONS', '/api/v1/nope'],
  ['PROPFIND', '/api/v1/nope'],
  ['POST', '/api/console/nope'],
  ['PUT', '/nope'],
  ['POST', '/set-up'],
  ['DELETE', '/download/x'],
  ['OPTIONS', '/nope'],
])('answers 404 to the unknown route %s %s with an API key, before the body arrives', async (method, path) => {
  expect(await responseTo(method, path, `x-api-key: ${key}`)).toEqual({ status: 404, allow: undefined })
})

test.each([
  ['PUT', '/api/v1/incidents', 'GET, HEAD, POST'],
  ['OPTIONS', '/api/v1/incidents', 'GET, HEAD, POST'],
  ['QUERY', '/api/v1/incidents', 'GET, HEAD, POST'],
  ['PROPFIND', '/api/v1/incidents?limit=1', 'GET, HEAD, POST'],
  ['POST', '/api/v1/locations', 'GET, HEAD'],
  ['PUT', '/api/v1/%69ncidents', 'GET, HEAD, POST'],
  ['PUT', `/api/v1/comments/${id}`, 'DELETE, GET, HEAD, PATCH'],
  ['GET', `/api/v1/incidents/${id}/media`, 'POST'],
  ['HEAD', `/api/v1/incidents/${id}/media`, 'POST'],
  ['PUT', '/api/console/session', 'DELETE, GET, HEAD, POST'],
  ['HEAD', '/api/console/events', 'GET'],
  ['POST', '/readyz', 'GET, HEAD'],
  ['POST', '/', 'GET, HEAD'],
])('answers 405 with an Allow header to %s %s, before the body arrives', async (method, path, allow) => {
  expect(await responseTo(method, path, `x-api-key: ${key}`)).toEqual({ status: 405, allow })
})

test('answers 401 to a console operation without a session, before the body arrives', async () => {
  expect((await responseTo('POST', '/api/console/incidents')).status).toBe(401)
  expect((await responseTo('PUT', '/api/console/session/password')).status).toBe(401)
})

test('the problem of an unsupported method names the method and the path', async () => {
  const response = await fetch(`${server.url}/api/v1/incidents`, { method: 'PUT', headers: { 'x-api-key': key } })
  expect(await response.json()).toMatchObject({
    status: 405,
    code: 'method_not_allowed',
    detail: expect.stringContaining('PUT /api/v1/incidents'),
  })
})

test.each(['/api/v1/nope', '/nope'])(
  'answers a HEAD request for the unknown path %s with the headers of the problem and no body',
  async (path) => {
    const response = await fetch(server.url + path, { method: 'HEAD', headers: { 'x-api-key': key } })
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(await response.text()).toBe('')
  },
)

test('answers 404 instead of 405 to an unsupported method if the path exceeds the maximum length', async () => {
  expect((await call('PUT', `/incidents/${'a'.repeat(1_000)}`)).status).toBe(405)
  expect((await call('PUT', `/incidents/${'%25'.repeat(1_000)}`)).status).toBe(404)
})
