import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { connectBrowser } from '../../console/test/support/serve-browser.ts'
import { startTestServer } from '../../server/test/support/harness.ts'
import { listen } from '../../server/test/support/listen.ts'
import { forward } from './support/cutting-proxy.ts'
import { findNode, installPacked } from './support/pack.ts'

const execute = promisify(execFile)
const server = await startTestServer()
const { folder, files } = await installPacked()
const checkout = join(import.meta.dirname, '../..')
const packageFolder = join(folder, 'node_modules/@tocsin/client')

const nodes = { 20: await findNode(20), 24: await findNode(24) }

async function smokeIn(major: keyof typeof nodes): Promise<{ incident: string }> {
  const { key } = await server.newOrganization()
  const program = join(folder, 'smoke-in-node.js')
  const parameters = [program, `${server.url}/api/v1`, key, join(folder, `queue-${major}`)]
  const { stdout, stderr } = await execute(nodes[major]!, parameters, { env: {} })
  if (stderr !== '') throw new Error(stderr)
  return JSON.parse(stdout) as { incident: string }
}

/**
 * Compiles a program in the project in which the tarball is installed.
 * @returns the errors of the compiler; an empty text without errors.
 */
async function compile(program: string, ...types: string[]): Promise<string> {
  const compiler = join(checkout, 'node_modules/typescript/bin/tsc')
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom']
  // Options that `tsc --init` turns on in addition to `--strict`.
  const stricter = ['--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--isolatedModules']
  const parameters = [compiler, ...options, ...stricter, ...types, '--skipLibCheck', 'false', program]
  const { stdout } = await execute(process.execPath, parameters, { cwd: folder }).catch((error) => error)
  return stdout
}

const outputOf = (name: string) => ({
  refused: ['/name required'],
  outcome: 'finished',
  sent: 3,
  incident: name,
  files: 1,
  comments: ['Queued'],
  unknown: 'incident_not_found',
  webhooks: ['webhook.test', 'webhook.test', 'signature_mismatch'],
})

describe('the packed tarball', () => {
  test('the tarball contains only modules, declarations, a manifest without dependencies, a README and the license', async () => {
    const others = files.filter((path) => !/^dist\/.*\.(js|d\.ts)$/.test(path))
    expect(others).toEqual(['LICENSE', 'README.md', 'package.json'])
    const manifest = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as object
    expect(manifest).not.toHaveProperty('dependencies')
    expect(manifest).not.toHaveProperty('private')
  })

  test('each entry point of the manifest leads to a module and a declaration of the tarball', async () => {
    const { exports } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as {
      exports: Record<string, Record<string, string>>
    }
    const targets = Object.values(exports).flatMap((conditions) => Object.values(conditions))
    expect(targets.length).toBeGreaterThan(10)
    expect(targets.filter((target) => !files.includes(target.slice(2)))).toEqual([])
  })

  test('the modules of the tarball import only each other and, in the file store, modules of Node.js', async () => {
    const imports = await Promise.all(
      files
        .filter((path) => path.startsWith('dist/'))
        .map(async (path) =>
          [
            ...(await readFile(join(packageFolder, path), 'utf8')).matchAll(/(?:from|import)\s*\(?['"]([^'"]+)['"]/g),
          ].map(([, imported]) => ({ path, imported: imported! })),
        ),
    )
    const foreign = imports.flat().filter(({ imported }) => !/^(\.\.?\/|node:)/.test(imported))
    expect(imports.flat().length).toBeGreaterThan(20)
    expect(foreign).toEqual([])
    const ofNode = imports.flat().filter(({ imported }) => imported.startsWith('node:'))
    expect(new Set(ofNode.map(({ path }) => path))).toEqual(new Set(['dist/stores/file.js']))
  })

  test('the declarations of the tarball compile in a strict project without any other types', async () => {
    expect(await compile('consumer.ts', '--types', '')).toBe('')
  })

  test('the snippets in the README of the tarball compile as one program', async () => {
    const readme = await readFile(join(packageFolder, 'README.md'), 'utf8')
    const snippets = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(([, text]) => text)
    expect(snippets.length).toBeGreaterThan(2)
    await writeFile(join(folder, 'readme.ts'), snippets.join(''))
    const typesOfNode = ['--typeRoots', join(checkout, 'node_modules/@types'), '--types', 'node']
    expect(await compile('readme.ts', ...typesOfNode)).toBe('')
  })

  // CI starts npm with Node 20, so the test must not be skipped there.
  test.skipIf(!nodes[20] && !process.env.CI)('the packed client works in Node 20 without flags', async () => {
    const output = await smokeIn(20)
    expect(output.incident).toMatch('From Node v20.')
    expect(output).toEqual(outputOf(output.incident))
  })

  test('the packed client works in Node 24 without flags', async () => {
    const output = await smokeIn(24)
    expect(output.incident).toMatch('From Node v24.')
    expect(output).toEqual(outputOf(output.incident))
  })

  test('the packed client works in a browser, on a page and in a worker', async () => {
    const { key } = await server.newOrganization()
    const url = await serveApp()
    const browser = await connectBrowser()
    try {
      const page = await browser.newPage()
      const query = new URLSearchParams({ baseUrl: `${url}/api/v1`, apiKey: key })
      await page.goto(`${url}/?${query}`)
      const [onPage, inWorker] = await page.evaluate<unknown[]>('import("/app.js").then(({ seen }) => seen)')
      expect(onPage).toEqual(outputOf('From a page'))
      expect(inWorker).toEqual(outputOf('From a worker'))
    } finally {
      await browser.close()
    }
  })
})

const page = '<!doctype html><title>App</title>'

const run = `
  import { TocsinClient } from '/package/client.js'
  import { IndexedDbStore } from '/package/stores/indexed-db.js'
  import { verifyWebhook } from '/package/webhooks.js'
  import { smoke } from '/smoke.js'
  export const run = async (baseUrl, apiKey, name) =>
    smoke(new TocsinClient({ baseUrl, apiKey }), await IndexedDbStore.open(name), name, verifyWebhook)
`
const app = `
  import { run } from '/run.js'
  const query = new URLSearchParams(location.search)
  const connection = [query.get('baseUrl'), query.get('apiKey')]
  const worker = new Worker('/worker.js', { type: 'module' })
  const inWorker = new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data) })
  worker.postMessage([...connection, 'From a worker'])
  export const seen = Promise.all([run(...connection, 'From a page'), inWorker])
`
const worker = `
  import { run } from '/run.js'
  onmessage = ({ data }) => run(...data).then(postMessage, (error) => postMessage(String(error)))
`
const site: Record<string, string> = { '/': page, '/run.js': run, '/app.js': app, '/worker.js': worker }

/** Serves an app from one origin: its page, the installed package and the API. @returns the URL of the app. */
async function serveApp(): Promise<string> {
  const { url, close } = await listen((incoming, response) => {
    const path = new URL(incoming.url!, 'http://app').pathname
    return path.startsWith('/api/') ? forward(server.url, incoming, response) : sendFile(path, response)
  })
  afterAll(close)
  return url
}

async function sendFile(path: string, response: ServerResponse): Promise<void> {
  const file = path.startsWith('/package/') ? join(packageFolder, 'dist', path.slice(9)) : join(folder, path)
  const content = site[path] ?? (await readFile(file))
  response.setHeader('content-type', path.endsWith('.js') ? 'text/javascript' : 'text/html')
  response.end(content)
}
