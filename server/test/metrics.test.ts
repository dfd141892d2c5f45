import { expect, test } from 'vitest'
import { startTestServer } from './support/harness.ts'

const token = 'correct-horse-battery'
const server = await startTestServer({ METRICS_TOKEN: token })
const fresh = await startTestServer()

const readMetrics = (headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${server.url}/metrics`, { headers })

const readText = async (): Promise<string> => (await readMetrics({ authorization: `Bearer ${token}` })).text()

test.each([
  ['none', {}],
  ['another one', { authorization: 'Bearer correct-horse-batterz' }],
  ['a longer one', { authorization: `Bearer ${token}y` }],
  ['one of another scheme', { authorization: `Basic ${token}` }],
  ['an API key', { 'x-api-key': token }],
])('answers 401 to a request for metrics whose token is not METRICS_TOKEN: %s', async (_, headers) => {
  const response = await readMetrics(headers as Record<string, string>)
  expect(response.status).toBe(401)
  expect(response.headers.get('www-authenticate')).toBe('Bearer')
  expect(await response.json()).toMatchObject({ code: 'metrics_token_required' })
})

test('the metrics count requests by operation and status', async () => {
  await fetch(`${server.url}/api/v1/incidents`)
  const counted = 'tocsin_http_requests_total{operation="list-incidents",status="401"} 1\n'
  await expect.poll(async () => (await readMetrics({ authorization: `Bearer ${token}` })).text()).toContain(counted)
})

test('concurrent requests for metrics share one rendered text', async () => {
  const texts = await Promise.all(
    Array.from({ length: 20 }, async () => (await readMetrics({ authorization: `bearer ${token}` })).text()),
  )
  // Separately rendered texts would differ, because each text contains the number of earlier requests.
  expect(new Set(texts).size).toBeLessThanOrEqual(2)
})

test('the metrics of a new server contain 0 responses with the status 500 for each operation', async () => {
  const text = await (await fetch(`${fresh.url}/metrics`)).text()
  for (const operation of ['create-incident', 'update-comment', 'sign-in', 'other']) {
    expect(text).toContain(`tocsin_http_requests_total{operation="${operation}",status="500"} 0\n`)
  }
})

test('each operation adds at most 13 series to the metrics', async () => {
  await fetch(`${server.url}/api/v1/incidents`)
  await expect.poll(readText).toContain('operation="list-incidents"')
  const series = (await readText()).matchAll(/^\w+\{[^}]*operation="([^"]+)"/gm)
  const counts = Map.groupBy(series, ([, operation]) => operation)
    .values()
    .map(({ length }) => length)
  expect(Math.max(...counts)).toBeLessThanOrEqual(13)
})

test('the first metrics after the start of a server already contain the number of webhook endpoints and their lag', async () => {
  const text = await (await fetch(`${fresh.url}/metrics`)).text()
  expect(text).toContain('tocsin_webhook_endpoints{state="active"} 0\ntocsin_webhook_endpoints{state="paused"} 0\n')
  expect(text).toContain('tocsin_webhook_lag_seconds 0\n')
})
