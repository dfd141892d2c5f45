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
])('a browser takes %s for what it says it is, and frames it nowhere', async (path) => {
  const { headers } = await fetch(new URL(path, server.url), { headers: { accept: 'text/html' } })
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-frame-options')).toBe('DENY')
})

test('the documentation, which keeps a key, runs nothing from elsewhere', async () => {
  const { headers } = await fetch(new URL('/docs', server.url))
  const policy = headers.get('content-security-policy')
  expect(policy).toContain("default-src 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('script-src')
})

test('what is no HTTP request is answered no differently', async () => {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname).end('no request\r\n\r\n')
  const answer = await text(socket)
  expect(answer).toContain('x-content-type-options: nosniff')
  expect(answer).toContain('x-frame-options: DENY')
})
