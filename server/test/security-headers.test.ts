import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startTestServer } from './support/harness.ts'

const server = await startTestServer()

test.each([
  '/',
  '/incidents',
  '/icon.svg',
  '/docs',
  '/docs/static/swagger-ui-bundle.js',
  '/openapi.json',
  '/api/console/session',
  '/api/v1/incidents',
  '/api/v1/download/x/y/file',
  '/nowhere',
  '/%',
])('forbids content sniffing and framing of %s', async (path) => {
  const { headers } = await fetch(new URL(path, server.url), { headers: { accept: 'text/html' } })
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-frame-options')).toBe('DENY')
})

test('forbids content from other origins in the API documentation', async () => {
  const { headers } = await fetch(new URL('/docs', server.url))
  const policy = headers.get('content-security-policy')
  expect(policy).toContain("default-src 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('script-src')
})

test('sends the headers in the answer to malformed HTTP', async () => {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname).end('no request\r\n\r\n')
  const answer = await text(socket)
  expect(answer).toContain('x-content-type-options: nosniff')
  expect(answer).toContain('x-frame-options: DENY')
})
