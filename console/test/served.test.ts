import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { makeLog } from '../../server/src/http/operations/log.ts'
import { startTestServer } from '../../server/test/support/harness.ts'
import { makeTemporaryFolder, removeFolder } from '../../server/test/support/temporary-folder.ts'
import { browser, serverUrl } from './support/browser.ts'

const open = browser()

const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const get = (path: string, headers: Record<string, string> = asBrowser, method = 'GET') =>
  fetch(new URL(path, serverUrl()), { headers, method, redirect: 'manual' })

describe('the served page', () => {
  test.each(['/', '/incidents', '/incidents/0190b2f0-0000-7000-8000-000000000000?tab=comments', '/no/such/page'])(
    'the server answers %s with the console page and forbids caching it',
    async (path) => {
      const response = await get(path)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('cache-control')).toBe('no-store')
    },
  )

  test('the content security policy of the page allows only scripts of the server and no framing', async () => {
    const policy = (await get('/')).headers.get('content-security-policy')!
    expect(policy).toContain("default-src 'self'; script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
  })

  test('each response with the console page has a new nonce, and its header and its HTML contain this nonce', async () => {
    const responses = await Promise.all([get('/'), get('/')])
    const nonces = responses.map(({ headers }) => /'nonce-([^']+)'/.exec(headers.get('content-security-policy')!)![1]!)
    expect(new Set(nonces).size).toBe(2)
    const pages = await Promise.all(responses.map((response) => response.text()))
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`<meta property="csp-nonce" nonce="${nonces[index]}">`)
      expect(page).not.toContain('TOCSIN_NONCE')
      expect(page).not.toMatch(/<script(?![^>]*\bsrc=)/)
    }
  })

  test.each([
    // The external API answers 401 to every URL without an API key, so that callers cannot find out which URLs exist.
    ['/api/v1/nothing', 401],
    ['/api/console/nothing', 404],
    ['/docs-nothing/../api/x', 404],
    ['/download/media/x', 404],
    ['/assets/nothing.js', 404],
    ['/readyz/x', 404],
  ])('the server answers %s with a problem instead of the console page', async (path, status) => {
    const response = await get(path)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toContain('application/problem+json')
  })

  test('the server answers an unknown URL with the console page only if the request is a GET that accepts HTML', async () => {
    expect((await get('/incidents', { accept: 'application/json' })).status).toBe(404)
    expect((await get('/incidents', asBrowser, 'POST')).status).toBe(404)
  })
})

describe('served files', () => {
  test('the server sends scripts compressed and allows caching them for a year', async () => {
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(await (await get('/')).text())![1]!
    const response = await get(script, { 'accept-encoding': 'br' })
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-encoding')).toBe('br')
    expect(response.headers.get('content-type')).toContain('javascript')
  })

  test.each(['/.vite/manifest.json', '/index.html', '/assets/../../package.json'])(
    'the server answers 404 to a request for the file %s',
    async (path) => {
      expect((await get(path, { accept: '*/*' })).status).toBe(404)
    },
  )
})

test('the scripts of the incident list page have a total compressed size of at most 350 kB', async () => {
  const folder = inject('consoleFolder')
  const manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
  const files = new Set<string>()
  for (const entry of ['index.html', 'src/incidents/list-page.tsx']) collect(manifest, entry, files)
  const scripts = [...files].filter((file) => file.endsWith('.js'))
  const sizes = await Promise.all(scripts.map(async (file) => gzipSync(await readFile(join(folder, file))).length))
  const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000
  expect(kilobytes).toBeGreaterThan(100)
  expect(kilobytes).toBeLessThanOrEqual(350)
})

type Manifest = Record<string, { file: string; imports?: string[] }>

function collect(manifest: Manifest, name: string, files: Set<string>): void {
  const { file, imports = [] } = manifest[name]!
  if (files.has(file)) return
  files.add(file)
  for (const imported of imports) collect(manifest, imported, files)
}

describe('a server without a built console', async () => {
  const empty = await makeTemporaryFolder('no-console')
  afterAll(() => removeFolder(empty))
  const lines: string[] = []
  const server = await startTestServer(
    { CONSOLE_DIR: empty },
    makeLog('warn', { write: (line) => void lines.push(line) }),
  )

  test('a server without a built console names the build command, logs the folder and serves the API', async () => {
    // Take only lines with a folder. Other lines of the log are about the database and the code for set-up.
    const about = lines.map((line) => JSON.parse(line)).filter(({ folder }) => folder !== undefined)
    expect(about).toMatchObject([{ level: 40, folder: empty }])
    const response = await fetch(`${server.url}/`, { headers: asBrowser })
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await response.text()).toContain('npm run build')
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect((await fetch(`${server.url}/incidents`, { headers: asBrowser })).status).toBe(404)
  })
})

test('the API documentation page describes only the external API', async () => {
  const page = await open('/docs')
  await page.getByRole('heading', { name: 'Tocsin external API' }).waitFor()
  await page.getByText('/api/v1/incidents/validate').waitFor()
  expect(await page.title()).toBe('Tocsin external API')
  expect(await page.locator('.topbar').count()).toBe(0)
})

test('on a slow network, the icon of the product is shown until the main script arrives', async () => {
  const page = await open('about:blank')
  const script = Promise.withResolvers<void>()
  await page.route('**/assets/index-*.js', async (route) => {
    await script.promise
    await route.continue()
  })
  await page.goto('/sign-in', { waitUntil: 'commit' })
  await page.locator('img[src="/icon.svg"]').waitFor()
  script.resolve()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  expect(await page.locator('#console > img').count()).toBe(0)
})
