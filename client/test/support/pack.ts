import { execFile } from 'node:child_process'
import { copyFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll } from 'vitest'
import { readRecipes } from '../../../server/test/support/snippets.ts'
import { makeTemporaryFolder, removeFolder } from '../../../server/test/support/temporary-folder.ts'

const run = promisify(execFile)

interface PackedFile {
  path: string
}

export interface Installed {
  /** Folder of a temporary npm project, which contains only the installed client and the test programs. */
  folder: string
  /** Paths of the files in the tarball of the client, sorted. */
  files: string[]
}

/** Packs the built client, and installs the tarball as its README describes, in a temporary folder, without a network. */
export async function installPacked(): Promise<Installed> {
  const folder = await makeTemporaryFolder('client-project')
  afterAll(() => removeFolder(folder))
  const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: join(import.meta.dirname, '../..'),
  })
  const [packed] = Object.values(JSON.parse(stdout) as { filename: string; files: PackedFile[] }[])
  const recipes = await readRecipes('client/README.md')
  const commands = recipes.map((recipe) => recipe.text.replaceAll('<path of the clone>', folder)).join('\n')
  await run('sh', ['-euc', commands], { cwd: folder, env: { ...process.env, npm_config_offline: 'true' } })
  for (const name of ['smoke.js', 'smoke-in-node.js', 'consumer.ts']) {
    await copyFile(join(import.meta.dirname, '../programs', name), join(folder, name))
  }
  return { folder, files: packed!.files.map(({ path }) => path).toSorted() }
}

/**
 * Returns the path of a Node executable with this major version: the executable of this process or of npm, or one in
 * PATH. Returns undefined if none of them has this version.
 */
export async function findNode(major: number): Promise<string | undefined> {
  const candidates = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'))
  for (const candidate of [process.execPath, process.env.npm_node_execpath ?? '', ...candidates]) {
    const version = await run(candidate, ['--version']).catch(() => undefined)
    if (version?.stdout.startsWith(`v${major}.`)) return candidate
  }
  return undefined
}
