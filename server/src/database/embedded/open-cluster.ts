import { randomBytes } from 'node:crypto'
import { lstat, mkdir, readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { removeAbandoned } from '../../disk/build-aside.ts'
import { createOnce } from '../../disk/create-once.ts'
import type { OperatorLog } from '../operator-log.ts'
import { chooseAccount, type Account } from './choose-account.ts'
import { createCluster } from './create-cluster.ts'
import { prepareBinaries, type Binaries } from './prepare-binaries.ts'
import { canReach, systemFolder } from './reach.ts'
import { run } from './run.ts'
import { sweepSystemFolder } from './sweep-system-folder.ts'

export interface Cluster {
  /** Folder that contains the data of the cluster, with symbolic links resolved. */
  folder: string
  password: string
  logFile: string
  /** Operating system account that runs PostgreSQL; undefined if the current user runs it. */
  account: Account | undefined
  binaries: Binaries
}

/** Finds or creates the cluster of a data folder, and checks that PostgreSQL can start it. */
export async function openCluster(dataFolder: string, log: OperatorLog): Promise<Cluster> {
  await mkdir(dataFolder, { recursive: true, mode: 0o711 })
  const place = join(dataFolder, 'postgresql')
  const account = await chooseAccount(place)
  if (account) await sweepSystemFolder(systemFolder, log)
  const binaries = await prepareBinaries(account)
  const passwordFile = join(dataFolder, 'postgresql.password')

  if ((await readMajorVersion(place)) === undefined) {
    await rejectMissingCluster(place)
    const password = await createOnce(passwordFile, randomBytes(24).toString('base64url'))
    await createCluster({ place, password, account, binaries, log })
  }
  const folder = await realpath(place)
  for (const target of new Set([place, folder, passwordFile])) await removeAbandoned(target)
  await checkVersion(folder, binaries)
  await checkAccess(folder, account)
  return { folder, password: await readPassword(passwordFile), logFile: `${place}.log`, account, binaries }
}

async function readMajorVersion(folder: string): Promise<string | undefined> {
  try {
    return (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    if (code === 'EACCES') throw new Error(`${folder} belongs to another user; run as that user.`, { cause: error })
    throw error
  }
}

async function rejectMissingCluster(place: string): Promise<void> {
  const entry = await lstat(place).catch(() => undefined)
  // Check the symbolic link before its target: a first start in another process creates the target before the link.
  if (!entry || (await stat(place).catch(() => undefined))) return
  throw new Error(
    `${place} leads to a cluster that no longer exists. Restore it, or remove the link to start with empty data.`,
  )
}

async function readPassword(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (cause) {
    throw new Error(`${file}, the password of the embedded PostgreSQL, cannot be read; restore it.`, { cause })
  }
}

async function checkVersion(folder: string, { majorVersion }: Binaries): Promise<void> {
  const found = await readMajorVersion(folder)
  if (found === majorVersion) return
  if (found === undefined) throw new Error(`${folder} does not contain a PostgreSQL cluster; move it away.`)
  throw new Error(
    `${folder} was made by PostgreSQL ${found}, and this version of Tocsin brings ${majorVersion}. ` +
      'Dump it with the version of Tocsin that created it and restore the dump into a new data folder.',
  )
}

async function checkAccess(folder: string, account: Account | undefined): Promise<void> {
  if (!account) return
  // The folder belongs to root if root has restored it from a backup. Change its owner to the account that runs
  // PostgreSQL.
  if ((await stat(folder)).uid === 0) await run('chown', ['-hR', `${account.uid}:${account.gid}`, folder])
  if (await canReach(account, folder)) return
  throw new Error(
    `The user with id ${account.uid}, which runs PostgreSQL, cannot reach ${folder}: ` +
      'let others traverse the folders above it (chmod o+x), or move it.',
  )
}
