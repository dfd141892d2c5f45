import { describe, expect, test } from 'vitest'
import { apiKey, integration, readOnlyApiKey } from './support/client.ts'
import { openApi, serviceUrl, type DocumentedOperation } from './support/openapi-document.ts'
import { operations, pathParameters, specifiedOperations } from './support/operations.ts'

const documented = Object.entries(openApi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
)

describe('/openapi.json', () => {
  test('/openapi.json is an OpenAPI 3.1 document that needs no API key', async () => {
    const response = await fetch(`${serviceUrl}/openapi.json`)

    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    expect(openApi.openapi).toMatch(/^3\.1\.\d+$/)
  })

  test('/openapi.json lists every operation of the API and no other', () => {
    expect(
      documented.map(({ method, path, operation }) => `${operation.operationId}: ${method} ${path}`).toSorted(),
    ).toEqual(operations.map(({ id, method, path }) => `${id}: ${method} /api/v1${path}`).toSorted())
  })

  test('/openapi.json marks each operation as part of the contract or as an extension', () => {
    const origins = new Map(documented.map(({ operation }) => [operation.operationId, operation['x-tocsin-origin']]))
    const specified = specifiedOperations.map(({ id }) => id)

    expect(specified.map((id) => origins.get(id))).toEqual(specified.map(() => 'specification'))
    expect([...origins].filter(([id, origin]) => !specified.includes(id) && origin !== 'extension')).toEqual([])
  })
})

describe.each(operations)('/openapi.json documents $id', ({ id, method, path, statuses, query }) => {
  const operation = documentedOperation(method, `/api/v1${path}`)
  const parameters = (place: string) =>
    (operation.parameters ?? []).filter((parameter) => parameter.in === place).map(({ name }) => name)

  test('/openapi.json lists exactly the statuses that an operation may answer with', () => {
    const strict = id === 'list-incidents' ? [400] : []

    expect(Object.keys(operation.responses).toSorted()).toEqual(
      [...statuses, ...strict, 429, 503].map(String).toSorted(),
    )
  })

  test('/openapi.json lists every query and path parameter of an operation', () => {
    expect(parameters('query').toSorted()).toEqual([...query].toSorted())
    expect(parameters('path').toSorted()).toEqual(pathParameters({ path }).toSorted())
  })
})

test.each(operations.filter(({ body }) => body !== undefined))(
  '/openapi.json documents every field of the body of $id',
  ({ method, path, body }) => {
    const { $ref } = documentedOperation(method, `/api/v1${path}`).requestBody!.content['application/json']!.schema
    const schema = openApi.components.schemas[$ref!.split('/').at(-1)!]!

    expect(Object.keys(schema.properties!).toSorted()).toEqual(Object.keys(body!()).toSorted())
  },
)

function documentedOperation(method: string, path: string): DocumentedOperation {
  const operation = openApi.paths[path]?.[method.toLowerCase()]
  if (!operation) throw new Error(`${method} ${path} is not documented`)
  return operation
}

test('/docs is an HTML page with Swagger UI that needs no API key', async () => {
  const response = await fetch(`${serviceUrl}/docs`)

  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^text\/html/)
  expect(await response.text()).toMatch(/swagger/i)
})

describe.each(['/livez', '/readyz'])('%s', (path) => {
  test('a health check answers 200 without an API key', async () => {
    expect((await fetch(`${serviceUrl}${path}`)).status).toBe(200)
  })
})

const metrics = async (): Promise<string> => (await fetch(`${serviceUrl}/metrics`)).text()

const requestsAnswered = async (): Promise<number> => {
  const counts = (await metrics()).matchAll(/^tocsin_http_requests_total\{[^}]*\} (\d+)/gm)
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}

describe('/metrics', () => {
  test('/metrics counts answered requests in the Prometheus text format', async () => {
    const before = await requestsAnswered()

    await integration.get('/incidents', { query: { limit: 1 } })

    await expect.poll(requestsAnswered).toBeGreaterThan(before)
    expect((await fetch(`${serviceUrl}/metrics`)).headers.get('content-type')).toMatch(/^text\/plain/)
  })

  test('/metrics contains the versions of the server and of Node', async () => {
    expect(await metrics()).toMatch(/^tocsin_build_info\{version="\d+\.\d+\.\d+[^"]*",node="v\d+[^"]*"\} 1$/m)
  })

  test('/metrics contains neither an API key nor the secret part of an API key', async () => {
    const text = await metrics()

    expect([apiKey, readOnlyApiKey, apiKey.split('_')[2]!].filter((secret) => text.includes(secret))).toEqual([])
  })
})

const idOf = async (path: string, headers: Record<string, string> = {}): Promise<string | null> =>
  (await fetch(`${serviceUrl}${path}`, { headers })).headers.get('x-request-id')

describe('X-Request-Id', () => {
  const paths = [
    '/api/v1/incidents',
    '/api/v1/nowhere',
    '/nowhere',
    '/openapi.json',
    '/docs',
    '/livez',
    '/readyz',
    '/metrics',
  ]

  test.each(paths)('two responses of %s have different values of X-Request-Id', async (path) => {
    const ids = [await idOf(path), await idOf(path)]

    expect(ids.filter((id) => id !== null && id !== '')).toHaveLength(2)
    expect(ids[0]).not.toBe(ids[1])
  })

  test.each(['order-17', '5f0f6c1e-3b0a-4d5e-9f57-2f1f6f3c9a10', 'a.b:c_d'])(
    'returns the valid X-Request-Id of the caller: %s',
    async (sent) => {
      const headers = { 'x-request-id': sent }

      expect([await idOf('/api/v1/incidents', headers), await idOf('/livez', headers)]).toEqual([sent, sent])
    },
  )

  test('a problem contains the X-Request-Id of the caller as requestId', async () => {
    const { body } = await integration.get('/incidents/x', { headers: { 'x-request-id': 'order-17' } })

    expect(body).toMatchObject({ requestId: 'order-17' })
  })

  test.each([
    ['empty', ''],
    ['very long', 'x'.repeat(5000)],
    ['with spaces', 'a b'],
    ['with markup', '<script>'],
    ['with quotes', '"x"'],
  ])('replaces an unsafe X-Request-Id of the caller: %s', async (_, sent) => {
    const id = await idOf('/livez', { 'x-request-id': sent })

    expect(id).toMatch(/^[\w.:-]{8,128}$/)
    expect(id).not.toBe(sent)
  })
})
