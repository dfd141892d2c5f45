import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { signIn } from './support/console.ts'
import { startServer } from './support/server-process.ts'
import { readRecipes, type Recipe } from './support/snippets.ts'
import { cloneTemplate } from './support/template-database.ts'
import { makeTemporaryFolder, removeFolder } from './support/temporary-folder.ts'
import { cli } from './support/tocsin-process.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url))
const folder = await makeTemporaryFolder('administering')
afterAll(() => removeFolder(folder))

/** Password that the commands in the recipes read from standard input, in place of a prompt. */
const password = 'a long password'

interface ShellOptions {
  environment?: Record<string, string>
  /** URL to which the recipes send requests. */
  url?: string
  /** Called when the recipes have started a server. The server is stopped afterwards, as with Ctrl+C. */
  whileServing?: (url: string) => Promise<unknown>
}

/**
 * Runs the recipes in one Bash shell, as a reader in a clone of the repository would. In this shell, `npx tocsin` runs
 * the program of this checkout.
 */
async function runInOneShell(name: string, recipes: Recipe[], options: ShellOptions = {}) {
  const { environment = {}, url = 'http://127.0.0.1:8080', whileServing } = options
  const home = join(folder, name)
  await mkdir(home, { recursive: true })
  await symlink(join(checkout, 'node_modules'), join(home, 'node_modules'))
  const program = [
    'set -euo pipefail',
    `npx() {
       [ "$1" = tocsin ] && shift
       case "$*" in
         'users add '* | 'users set-password '*) command node '${cli}' "$@" <<< '${password}' ;;
         *) command node '${cli}' "$@" ;;
       esac
     }`,
    `curl() { command curl --no-progress-meter --fail "$@"; }`,
    ...recipes.map((recipe) => recipe.text.replaceAll('http://127.0.0.1:8080', url)),
    'echo "@end $(umask) $PWD"',
  ].join('\n')
  const shell = spawn('bash', ['-c', program], {
    cwd: home,
    env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: home, TMPDIR: folder, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, [code]] = await Promise.all([
    text(shell.stdout),
    followLog(shell.stderr, whileServing),
    once(shell, 'exit') as Promise<[number | null]>,
  ])
  return { code, stdout, stderr, home }
}

async function followLog(stderr: NodeJS.ReadableStream, whileServing: ShellOptions['whileServing']): Promise<string> {
  const lines: string[] = []
  for await (const line of createInterface({ input: stderr })) {
    lines.push(line)
    if (!line.includes('"msg":"ready"')) continue
    const { url, pid } = JSON.parse(line) as { url: string; pid: number }
    await whileServing?.(url).finally(() => process.kill(pid, 'SIGINT'))
  }
  return lines.join('\n')
}

test(
  'the shell commands in administering.md succeed when they run from top to bottom in one shell',
  { timeout: 600_000 },
  async () => {
    const recipes = await readRecipes('docs/administering.md')
    // The server uses the folder to which the first recipe of the page sets DATA_DIR.
    const server = await startServer({ DATA_DIR: join(folder, 'administering/tocsin-trial') })
    const { code, stdout, stderr, home } = await runInOneShell('administering', recipes, { url: server.url })
    await server.end('SIGTERM')
    expect({ code, stderr: code === 0 ? '' : `${stdout}\n${stderr}` }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`@end 0022 ${home}`)
    expect(recipes.length).toBeGreaterThan(10)
  },
)

test('the shell commands below "Set it up" in the README start a server at which the new administrator can sign in', async () => {
  const environment = await ownDatabase()
  const users: string[] = []
  const { code, stdout, stderr } = await runInOneShell('readme', await readRecipes('README.md#Set it up'), {
    environment,
    whileServing: async (url) => {
      const { session } = await signIn(url, 'maren.holt@example.com', password)
      users.push(`${session.user.name}, ${session.user.role}`)
    },
  })
  expect({ code, stderr: code === 0 ? '' : `${stdout}\n${stderr}` }).toEqual({ code: 0, stderr: '' })
  expect(users).toEqual(['Maren Holt, administrator'])
})

test('the shell commands in console.md add an administrator, and set the password of this user', async () => {
  const environment = await ownDatabase()
  const { code, stdout, stderr } = await runInOneShell('console', await readRecipes('docs/console.md'), { environment })
  expect({ code, stderr: code === 0 ? '' : `${stdout}\n${stderr}` }).toEqual({ code: 0, stderr: '' })
  expect(stderr).toMatch(/^The password is set/m)
})

/** Returns settings for a server that uses an empty database and a free port. */
async function ownDatabase(): Promise<Record<string, string>> {
  const database = await cloneTemplate()
  onTestFinished(() => database.drop())
  return { DATABASE_URL: database.url, PORT: '0' }
}
