import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { listen } from '../../server/test/support/listen.ts'
import { startDemo } from '../../server/test/support/demo-process.ts'
import { readRecipes, readSnippets } from '../../server/test/support/snippets.ts'
import { makeTemporaryFolder, removeFolder } from '../../server/test/support/temporary-folder.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url))
const pages = ['docs/integrating.md', 'docs/typescript.md']
const texts = await Promise.all(pages.map((page) => readFile(join(checkout, page), 'utf8')))

const snippets = readSnippets(texts.join('\n'))
const shell = [
  ...(await readRecipes('README.md#Try it')),
  ...(await readRecipes('docs/integrating.md')),
  ...(await readRecipes('docs/command-line.md')),
  ...(await readRecipes('docs/media.md')),
]
const typescript = snippets.filter(({ language }) => language === 'ts')

/** Folder in which the snippets run, in place of a reader's clone of the repository. */
const clone = await makeTemporaryFolder('integrating')
const environment = { PATH: process.env.PATH, TMPDIR: clone }
const demo = await startDemo({ TMPDIR: clone, DATA_DIR: join(clone, 'data') })
afterAll(async () => {
  await demo.stop()
  await removeFolder(clone)
})
const { baseUrl, apiKey } = demo.access
await symlink(join(checkout, 'node_modules'), join(clone, 'node_modules'))

describe('the documents for integrators', () => {
  test('every snippet in the guides is in shell or TypeScript, so that the other tests run all snippets', () => {
    expect(new Set(snippets.map(({ language }) => language))).toEqual(new Set(['sh', 'ts']))
    expect([shell.length, typescript.length].every((count) => count > 5)).toBe(true)
  })

  test('the shell snippets for integrators run from top to bottom in one shell, and their requests get the documented statuses', async () => {
    const { code, stdout, stderr } = await run('bash', ['-euo', 'pipefail', '-c', await shellProgram()], clone)
    expect({ code, stderr: code === 0 ? '' : `${stdout}\n${stderr}` }).toEqual({ code: 0, stderr: '' })
    expect(statusesIn(stderr)).toEqual(expectedStatuses)
    expect(stdout).toMatch(/Idempotent-Replayed: true/i)
    expect(stdout).toMatch(/201,200,412$/m)
    expect(stdout).toMatch(/^followed: incident.created Door of the cold store does not close$/m)
    // Do not require the beginning of a line: curl may print a response body without a line break before this text.
    expect(stdout).toMatch(/received: incident.created Lift 2 is stuck$/m)
    expect(stdout).toMatch(/^ID +PRIORITY +STATE .* NAME$/m)
    expect(stdout).toMatch(/^3 rows in [\d.]+ s: 2 would be created, 1 refused\.$/m)
    expect(stdout).toMatch(/^3 rows in [\d.]+ s: 2 created, 1 refused\.$/m)
    expect(stdout).toMatch(/"report":\{"rows":3,"created":0,"alreadyThere":2,/)
  })

  test('the TypeScript snippets of the guides compile strictly as one program, and print the documented lines', async () => {
    const folder = join(clone, 'app')
    await mkdir(folder)
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
    await writeFile(join(folder, 'app.ts'), typescript.map((snippet) => snippet.text).join('\n'))
    await writeFile(join(folder, 'photo.jpg'), 'not quite a photo')
    const compiler = join(checkout, 'node_modules/typescript/bin/tsc')
    const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024,dom']
    const compiled = await run(process.execPath, [compiler, ...options, '--types', 'node', 'app.ts'], folder)
    expect(compiled).toEqual({ code: 0, stdout: '', stderr: '' })

    const inBrowsers = join(checkout, 'node_modules/fake-indexeddb/auto/index.mjs')
    const { code, stdout, stderr } = await run(process.execPath, ['--import', inBrowsers, 'app.ts'], folder, {
      TOCSIN_URL: baseUrl,
      TOCSIN_API_KEY: apiKey,
    })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const line of promisedLines) expect(stdout).toMatch(line)
  })
})

const promisedLines = [
  /^created [0-9a-f-]{36}$/m,
  /^a replay: true\nthe same: true$/m,
  /^invalid_incident 400 \S+$/m,
  /^\/name required .*$/m,
  /^severe: CRITICAL .+$/m,
  /^on the first page: 50$/m,
  /^conflict: version 2 changed \[ 'priority' \]$/m,
  /^resolved, then: In progress, Closed$/m,
  /^batch: 3 items, rejected: incident_changed$/m,
  /^followed: incident.created\nfollowed: incident.deleted\nthe same: true$/m,
  /^replica complete: true$/m,
  /^received: webhook.test\nanswered: 204\nverified: { id: 'msg-1', kind: 'webhook.test' }$/m,
  /^comment: Technician has left, -18 °C again$/m,
  /^photo: 200$/m,
  /^not queued: .*\/name/m,
  /^4 sent, 0 waiting\nflush finished\nrefused: incident_changed$/m,
  /^again finished$/m,
  /^in the browser: true finished$/m,
]

/** HTTP statuses that curl receives below each heading, in order. Equal statuses in a row are listed once. */
const expectedStatuses: Record<string, number[]> = {
  'Try it': [200],
  Keys: [200],
  'Create an incident': [201, 400],
  'Retry without duplicates': [201],
  'Configuration revisions': [200, 304, 200, 201, 200],
  Offline: [201],
  'List and search': [200],
  'Strict handling': [200, 400],
  'Walk a list': [200],
  'Poll for changes': [200],
  Follow: [200, 201, 200],
  'Create an endpoint': [201],
  'Test a receiver': [201],
  Change: [200],
  'Versions and conflicts': [412],
  'Delete and restore': [204, 200],
  Batch: [200],
  Comments: [201, 200, 204],
  Files: [200, 201, 200],
  Errors: [404],
  'Request ids': [200],
  'Attaching and fetching': [201, 200],
}

/**
 * Commands that run before the snippets below a heading, keyed by the heading. These commands write the reader's own
 * files.
 */
const preparations: Record<string, string> = {
  'For integrators': 'head -n 3 reports.csv > incidents.csv',
}

/**
 * Joins the shell snippets into a program with the address and the API key of the demo, a free port for the receiver of
 * webhooks, and a curl that prints each HTTP status.
 */
async function shellProgram(): Promise<string> {
  const { host } = new URL(baseUrl)
  const free = await listen(() => undefined)
  free.close()
  const withValues = (snippet: string) =>
    snippet
      .replaceAll('127.0.0.1:8080', host)
      .replaceAll('tocsin_…', apiKey)
      .replaceAll(/\b3000\b/g, new URL(free.url).port)
  return [
    `curl() { command curl --no-progress-meter -w '%{stderr}@status %{http_code}\\n' "$@"; }`,
    ...shell.map(({ heading, text: snippet }) =>
      [`echo '@below ${heading}' >&2`, preparations[heading] ?? '', withValues(snippet)].join('\n'),
    ),
  ].join('\n')
}

function statusesIn(stderr: string): Record<string, number[]> {
  const statuses: Record<string, number[]> = {}
  let heading = ''
  for (const [, title, status] of stderr.matchAll(/@below (.*)|@status (\d+)/g)) {
    if (title !== undefined) heading = title
    else if (statuses[heading]?.at(-1) !== Number(status)) (statuses[heading] ??= []).push(Number(status))
  }
  return statuses
}

async function run(command: string, parameters: string[], cwd: string, more: NodeJS.ProcessEnv = {}) {
  const child = spawn(command, parameters, { cwd, env: { ...environment, ...more }, stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = once(child, 'exit') as Promise<[number | null]>
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), exited])
  return { code, stdout, stderr }
}
