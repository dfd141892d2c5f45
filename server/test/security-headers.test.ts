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
])('the response headers of %s forbid content sniffing and framing', async (path) => {
  const { headers } = await fetch(new URL(path, server.url), { headers: { accept: 'text/html' } })
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-frame-options')).toBe('DENY')
})

test('the content security policy of the API documentation forbids content from other origins', async () => {
  const { headers } = await fetch(new URL('/docs', server.url))
  const policy = headers.get('content-security-policy')
  expect(policy).toContain("default-src 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('script-src')
})

test('sends the security headers in the response to malformed HTTP', async () => {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname).end('no request\r\n\r\n')
  const response = await text(socket)
  expect(response).toContain('x-content-type-options: nosniff')
  expect(response).toContain('x-frame-options: DENY')
})
