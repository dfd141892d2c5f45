import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { readRecipes } from './support/snippets.ts'
import { makeTemporaryFolder, removeFolder } from './support/temporary-folder.ts'

const recipes = [...(await readRecipes('docs/operating.md')), ...(await readRecipes('docs/backup-and-upgrade.md'))]

const folder = await makeTemporaryFolder('operating')
afterAll(() => removeFolder(folder))

/** Shell scripts, keyed by program. They replace programs that need root, a service manager or another machine. */
const fakes: Record<string, string> = {
  systemctl: 'echo "systemctl $*" >> "$ROOT/log"',
  journalctl: `echo '{"level":50,"msg":"broken"}'`,
  useradd: 'echo "useradd $*" >> "$ROOT/log"',
  docker: 'echo "docker $*" >> "$ROOT/log"',
  kubectl: 'echo "kubectl $*" >> "$ROOT/log"',
  node: 'exec "$ROOT/programs/server" "$@"',
  curl: 'echo "curl $*" >> "$ROOT/log"',
  date: 'echo 2026-03-01',
  id: 'echo "${FAKE_USER:-root}"',
  sudo: 'shift 2; FAKE_USER=tocsin exec "$@"',
  // Drops the options for owner and group, which only root can set, and calls the real `install`.
  install: `for word; do shift; case $word in -o|-g) skip=1;; *) [ "$skip" ] || set -- "$@" "$word"; skip=;; esac; done
exec /usr/bin/install "$@"`,
  git: 'if [ "$1" = clone ]; then for target; do :; done; mkdir -p "$target/server/bin"; fi',
  npm: 'mkdir -p node_modules/.bin && cp "$ROOT/programs/server" node_modules/.bin/node && cp "$ROOT/programs/server" node_modules/.bin/tocsin',
  psql: 'echo "psql $*" >> "$ROOT/log"',
  // Script in place of node and tocsin. Like the real server, the script creates its data folder. With --port 0, the
  // script reports that it is ready and keeps running.
  server: `echo "tocsin $*" >> "$ROOT/log"
[ -z "$DATA_DIR" ] || { mkdir -p "$DATA_DIR/postgresql"; echo secret > "$DATA_DIR/postgresql.password"; }
case $* in *'--port 0'*) printf '1\\n2\\n3\\n4\\n/tmp/socket\\n' > "$DATA_DIR/postgresql/postmaster.pid"
  echo '{"msg":"ready"}' >&2; trap 'exit 0' TERM; while :; do sleep 0.1; done;; esac`,
}

/** Pairs of a pattern and a command. Before each recipe that matches the pattern, the test runs the command. */
const preparations: [RegExp, string][] = [
  [
    /tar -xz --strip-components=1/,
    'mkdir -p package/server/bin package/deploy && touch package/server/bin/tocsin.js' +
      ' package/deploy/tocsin.service package/deploy/tracing.mjs' +
      ' && tar -czf tocsin-0.1.0.tgz package && cp tocsin-0.1.0.tgz tocsin-0.2.0.tgz && rm -r package',
  ],
  [
    /^PGPASSWORD/,
    'mkdir -p "$ROOT/srv/tocsin/data/postgresql" && echo s > "$ROOT/srv/tocsin/data/postgresql.password"' +
      ' && printf "1\\n2\\n3\\n4\\n/tmp\\n" > "$ROOT/srv/tocsin/data/postgresql/postmaster.pid"',
  ],
]

/** Recipes that show the content of a file. Each pair has the beginning of the recipe and the path of the file. */
const shownFiles: [RegExp, string][] = [
  [/^DATA_DIR='/, 'etc/tocsin/environment'],
  [/^#!\/bin\/sh/, 'usr/local/bin/tocsin'],
]

/** Replaces the absolute paths in a recipe with paths below `root`, and the placeholders with values. */
const relocate = (recipe: string, root: string): string =>
  recipe
    .replaceAll(/(?<![\w/.])\/(opt|srv|etc)\/(tocsin|systemd)/g, `${root}/$1/$2`)
    .replaceAll('tar -C / ', `tar -C ${root} `)
    .replaceAll(/<address of this repository>/g, 'https://example.com/tocsin.git')
    .replaceAll('<organization>/<id>', 'organization/id')

function programFor(root: string): string {
  const steps = recipes.map(({ heading, text: recipe }, index) => {
    const [, file] = shownFiles.find(([beginning]) => beginning.test(recipe)) ?? []
    const relocated = relocate(recipe, root)
    const content = `cat > '${root}/${file}' <<'SHOWN'\n${relocated}SHOWN\n`
    const setting = recipe.startsWith('DATABASE_URL=') ? `(\n${relocated})\n` : relocated
    const before = preparations.filter(([pattern]) => pattern.test(recipe)).map(([, step]) => `(umask 022; ${step})\n`)
    return [
      ...before,
      file ? content + (file.endsWith('bin/tocsin') ? `chmod 755 '${root}/${file}'\n` : '') : setting,
      `printf '@after %s\\t%s\\t%s\\tDATA_DIR=%s\\n' '${index} ${heading}' "$(umask)" "$PWD" "\${DATA_DIR-}" >&3\n`,
    ].join('')
  })
  return `set -eu\nexport ROOT='${root}'\ncd '${root}/root'\n${steps.join('')}`
}

async function runAll(umask: string) {
  const root = join(folder, `with-${umask}`)
  for (const place of ['programs', 'root', 'opt', 'srv', 'etc', 'usr/local/bin']) {
    await mkdir(join(root, place), { recursive: true })
  }
  for (const [name, program] of Object.entries(fakes)) {
    const file = join(root, 'programs', name)
    await writeFile(file, `#!/bin/sh\n${program}\n`)
    await chmod(file, 0o755)
  }
  const shell = spawn('bash', ['-c', `umask ${umask}\n${programFor(root)}`], {
    env: { PATH: `${join(root, 'programs')}:${join(root, 'usr/local/bin')}:/usr/bin:/bin`, HOME: join(root, 'root') },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const [stdout, stderr, states, [code]] = await Promise.all([
    text(shell.stdout!),
    text(shell.stderr!),
    text(shell.stdio[3] as NodeJS.ReadableStream as never),
    once(shell, 'exit') as Promise<[number | null]>,
  ])
  return { root, code, output: `${stdout}\n${stderr}`, states: states.trimEnd().split('\n') }
}

describe.each(['0022', '0077'])('all recipes in one shell with the umask %s', async (umask) => {
  const { root, code, output, states } = await runAll(umask)

  test('the recipes for operators run without an error in the order of the page', () => {
    expect({ code, output: code === 0 ? '' : output, last: states.at(-1) }).toEqual({
      code: 0,
      output: '',
      last: expect.stringContaining(`@after ${recipes.length - 1} `),
    })
    expect(recipes.length).toBeGreaterThan(15)
  })

  test('no recipe for operators changes the umask, the working folder or DATA_DIR of the shell', () => {
    const changed = states.filter((state) => !state.endsWith(`\t${umask}\t${root}/root\tDATA_DIR=`))
    expect(changed).toEqual([])
  })

  test('the recipes for operators install files and folders that the user of the server can read', async () => {
    const entries = await readdir(join(root, 'opt'), { recursive: true, withFileTypes: true })
    const closed: string[] = []
    for (const entry of entries.filter((one) => !one.isSymbolicLink())) {
      const path = join(entry.parentPath, entry.name)
      const needed = entry.isDirectory() ? 0o005 : 0o004
      if (((await stat(path)).mode & needed) !== needed) closed.push(path)
    }
    expect(closed).toEqual([])
    expect(entries.length).toBeGreaterThan(5)
    expect((await stat(join(root, 'etc/tocsin'))).mode & 0o005).toBe(0o005)
  })

  test('other users can read neither the folder for backups nor the passphrase of the recipes', async () => {
    expect((await stat(join(root, 'srv/tocsin/backups'))).mode & 0o777).toBe(0o700)
    expect((await stat(join(root, 'srv/tocsin/passphrase'))).mode & 0o777).toBe(0o600)
  })

  test('the recipes for operators back up, verify and restore the same file', async () => {
    const log = await readFile(join(root, 'log'), 'utf8')
    for (const command of ['backup', 'verify', 'restore']) {
      expect(log).toMatch(
        new RegExp(`^tocsin .*tocsin\\.js ${command} ${root}/srv/tocsin/backups/2026-03-01\\.backup$`, 'm'),
      )
    }
  })
})
