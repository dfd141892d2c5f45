import { expect, test } from 'vitest'
import { startTestServer } from './support/harness.ts'

const server = await startTestServer({ RATE_LIMIT_PER_MINUTE: 3 })
const { call, callReadOnly } = await server.newOrganization()

test('limits the requests per minute of each API key, and rejected requests count too', async () => {
  const rejections = [
    await call('POST', '/incidents', { body: { name: 1 } }),
    await call('GET', '/incidents/nothing'),
    await call('POST', '/incidents', { body: 'no object' }),
  ]
  expect(rejections.map(({ status }) => status)).toEqual([400, 400, 400])
  expect(rejections.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['2', '1', '0'])

  const { status, body, headers } = await call('GET', '/incidents')
  expect({ status, code: body.code }).toEqual({ status: 429, code: 'rate_limited' })
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await callReadOnly('GET', '/incidents')).status).toBe(200)
})

test('the rate limit also counts requests for unknown paths, with unsupported methods or without the necessary scope', async () => {
  const other = await server.newOrganization()
  const rejections = [
    await other.callReadOnly('GET', '/nothing'),
    await other.callReadOnly('PUT', '/incidents'),
    await other.callReadOnly('POST', '/incidents', { body: {} }),
  ]
  expect(rejections.map(({ status }) => status)).toEqual([404, 405, 401])
  expect(rejections.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['2', '1', '0'])

  const limited = [
    await other.callReadOnly('GET', '/nothing'),
    await other.callReadOnly('POST', '/incidents', { body: {} }),
  ]
  expect(limited.map(({ status }) => status)).toEqual([429, 429])
})
