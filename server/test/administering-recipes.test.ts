import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { startServer } from './support/server-process.ts'
import { readSnippets } from './support/snippets.ts'
import { makeTemporaryFolder, removeFolder } from './support/temporary-folder.ts'
import { cli } from './support/tocsin-process.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url))
const folder = await makeTemporaryFolder('administering')
afterAll(() => removeFolder(folder))

const snippetsOf = async (page: string) =>
  readSnippets(await readFile(join(checkout, page), 'utf8')).filter(({ language }) => language === 'sh')

/**
 * Runs the snippets in one Bash shell, as a reader in a clone of the repository would. In this shell, `npx tocsin` runs
 * the program of this checkout, and standard input contains a password for the commands that read one.
 */
async function runInOneShell(name: string, url: string, snippets: string[]) {
  const home = join(folder, name)
  await mkdir(home, { recursive: true })
  await symlink(join(checkout, 'node_modules'), join(home, 'node_modules'))
  const program = [
    'set -euo pipefail',
    `npx() { [ "$1" = tocsin ] && shift && command node '${cli}' "$@" <&0; }`,
    `curl() { command curl --no-progress-meter --fail "$@"; }`,
    ...snippets,
    'echo "@end $(umask) $PWD"',
  ].join('\n')
  const shell = spawn('bash', ['-c', program.replaceAll('http://127.0.0.1:8080', url)], {
    cwd: home,
    env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: home, TMPDIR: folder },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  shell.stdin.end('a long password\n')
  const [stdout, stderr, [code]] = await Promise.all([
    text(shell.stdout),
    text(shell.stderr),
    once(shell, 'exit') as Promise<[number | null]>,
  ])
  return { code, stdout, stderr, home }
}

test(
  'the shell commands in administering.md succeed when they run from top to bottom in one shell',
  { timeout: 600_000 },
  async () => {
    const snippets = (await snippetsOf('docs/administering.md')).map((snippet) => snippet.text)
    // The server uses the folder to which the first snippet of the page sets DATA_DIR.
    const server = await startServer({ DATA_DIR: join(folder, 'administering/tocsin-trial') })
    const { code, stdout, stderr, home } = await runInOneShell('administering', server.url, snippets)
    await server.end('SIGTERM')
    expect({ code, stderr: code === 0 ? '' : `${stdout}\n${stderr}` }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`@end 0022 ${home}`)
    expect(snippets.length).toBeGreaterThan(10)
  },
)
