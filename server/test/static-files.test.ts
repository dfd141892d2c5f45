import { expect, test } from 'vitest'
import { startTestServer } from './support/harness.ts'

const server = await startTestServer()

const fetchFile = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, server.url), { headers: { accept: '*/*', ...headers } })

test.each(['%00', '..%2f..%2fpackage.json', '%2f%2f', 'nothing.css'])(
  'answers 404 for a missing file below /docs/static: %s',
  async (name) => {
    const response = await fetchFile(`/docs/static/${name}`)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'route_not_found' })
  },
)

test.each(['/icon.svg', '/docs/static/swagger-ui.css'])(
  'answers 416 to a range request beyond the end of %s',
  async (path) => {
    const response = await fetchFile(path, { range: 'bytes=9999999999-' })
    expect(response.status).toBe(416)
    expect(await response.text()).toBe('')
  },
)

test.each(['/icon.svg', '/docs/static/swagger-ui.css'])(
  'answers 412 to a request for %s whose If-Match header does not match',
  async (path) => {
    const response = await fetchFile(path, { 'if-match': '"another"' })
    expect(response.status).toBe(412)
    expect(await response.text()).toBe('')
  },
)
