import { expect, test } from 'vitest'
import { startTestServer } from './support/harness.ts'

const server = await startTestServer()

const fetchFile = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, server.url), { headers: { accept: '*/*', ...headers } })

test.each(['%00', '..%2f..%2fpackage.json', '%2f%2f', 'nothing.css'])(
  'answers 404 for a missing file below /docs/static: %s',
  async (name) => {
    const answer = await fetchFile(`/docs/static/${name}`)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ code: 'route_not_found' })
  },
)

test.each(['/icon.svg', '/docs/static/swagger-ui.css'])(
  'answers 416 to a range request beyond the end of %s',
  async (path) => {
    const answer = await fetchFile(path, { range: 'bytes=9999999999-' })
    expect(answer.status).toBe(416)
    expect(await answer.text()).toBe('')
  },
)

test.each(['/icon.svg', '/docs/static/swagger-ui.css'])(
  'answers 412 to a request for %s whose If-Match header does not match',
  async (path) => {
    const answer = await fetchFile(path, { 'if-match': '"another"' })
    expect(answer.status).toBe(412)
    expect(await answer.text()).toBe('')
  },
)
