import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPackage } from '../../scripts/build-package.ts'
import { readSnippets } from './support/snippets.ts'
import { makeTemporaryFolder, removeFolder } from './support/temporary-folder.ts'

const run = promisify(execFile)
/** PATH that begins with the folder of this process's Node, so that the package runs with Node 24. */
const path = `${dirname(process.execPath)}:${process.env.PATH ?? ''}`
/**
 * Matches the environment variables with which npm reaches the registry. Other variables that `npm test` sets would
 * make npm use the checkout.
 */
const registryNames = /^(NODE_EXTRA_CA_CERTS|(https?|no)_proxy|npm_config_(registry|cafile|userconfig|globalconfig))$/i
const registry = Object.fromEntries(Object.entries(process.env).filter(([name]) => registryNames.test(name)))
const environment = { ...registry, PATH: path, HOME: process.env.HOME ?? '/', PORT: '0' }

let folder: string
let project: string

beforeAll(async () => {
  folder = await makeTemporaryFolder('package')
  project = join(folder, 'project')
  await buildPackage(join(folder, 'built'))
  const { stdout } = await run('npm', ['pack', './built', '--silent', '--pack-destination', folder], { cwd: folder })
  await run('mkdir', [project])
  await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'empty', private: true }))
  const options = ['--prefer-offline', '--no-audit', '--no-fund']
  await run('npm', ['install', ...options, join(folder, stdout.trim())], { cwd: project, env: environment })
}, 300_000)

afterAll(() => removeFolder(folder))

test('the package contains JavaScript and no TypeScript', async () => {
  const files = await readdir(join(project, 'node_modules/tocsin'), { recursive: true })
  expect(files.filter((file) => /\.tsx?$/.test(file))).toEqual([])
  expect(files).toContain('server/src/cli/tocsin.js')
})

test('every file to which the README of the package links is in the package', async () => {
  const installed = join(project, 'node_modules/tocsin')
  const readme = await readFile(join(installed, 'README.md'), 'utf8')
  const links = [...readme.matchAll(/\]\(([^):#]+)[^)]*\)/g)].map(([, file]) => file!)
  expect(links).toContain('docs/operating.md')
  expect(links.filter((file) => !existsSync(join(installed, file)))).toEqual([])
})

test('the installed package brings no development tools', async () => {
  const packages = await readdir(join(project, 'node_modules'))
  expect(packages).toContain('fastify')
  expect(packages.filter((name) => ['node', 'react', 'typescript', 'vite', 'vitest'].includes(name))).toEqual([])
})

test('the demo of the installed package prints the lines in the README, serves the console and prints a working curl command', async () => {
  const demo = spawn('npx', ['tocsin', 'demo'], { cwd: project, env: environment, detached: true, stdio: 'pipe' })
  const exited = once(demo, 'exit')
  const lines: string[] = []
  for await (const line of createInterface({ input: demo.stdout })) {
    lines.push(line)
    if (line.startsWith('Ctrl+C')) break
  }
  const printed = lines.join('\n')
  const consoleUrl = /^Console +(\S+)$/m.exec(printed)?.[1]
  expect(consoleUrl).toMatch(/^http:/)
  const page = await fetch(consoleUrl!, { headers: { accept: 'text/html' } })
  expect(await page.text()).toContain('<script type="module"')
  const { stdout } = await run('sh', ['-c', `${lines.find((line) => line.startsWith('curl '))!} -s`])
  expect(JSON.parse(stdout)).toMatchObject({ name: 'Freezer 3 is getting warm', version: 1 })

  // Signal the process group, as Ctrl+C does, because npx starts the program through a shell.
  process.kill(-demo.pid!, 'SIGINT')
  await exited
  expect(printed).toMatch(await demoLinesOfReadme())
}, 300_000)

/** Returns a pattern of the lines that the README shows: `…` stands for any text, and 8080 for any port. */
async function demoLinesOfReadme(): Promise<RegExp> {
  const readme = await readFile(join(project, 'node_modules/tocsin/README.md'), 'utf8')
  const [shown] = readSnippets(readme).filter(({ heading, language }) => heading === 'Try it' && language === 'text')
  const pattern = shown!.text.replaceAll(/[.?*+^$()[\]{}|]/g, String.raw`\$&`)
  return new RegExp(pattern.replaceAll('…', String.raw`\S+`).replaceAll('8080', String.raw`\d+`))
}
