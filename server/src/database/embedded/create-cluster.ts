import { hash } from 'node:crypto'
import { chown, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { buildAside } from '../../disk/build-aside.ts'
import { ignoreExisting } from '../../disk/ignore-existing.ts'
import { syncFolder } from '../../disk/sync-folder.ts'
import type { OperatorLog } from '../operator-log.ts'
import type { Account } from './choose-account.ts'
import type { Binaries } from './prepare-binaries.ts'
import { canReach, prepareSystemFolder } from './reach.ts'
import { run } from './run.ts'
import { rememberDataFolder } from './sweep-system-folder.ts'

export interface NewCluster {
  place: string
  password: string
  account: Account | undefined
  binaries: Binaries
  log: OperatorLog
}

/**
 * Creates an empty cluster at `place`. If the account that runs PostgreSQL cannot reach `place`, creates the cluster in
 * the system folder, and a symbolic link to it at `place`.
 */
export async function createCluster(cluster: NewCluster): Promise<void> {
  const { place, account, log } = cluster
  if (!account || (await canReach(account, dirname(place)))) {
    return await buildAside(place, (temporary) => initialize(temporary, cluster))
  }

  const elsewhere = await placeElsewhere(cluster)
  log(`PostgreSQL, which cannot run as root, cannot reach ${dirname(place)}: its data is kept in ${elsewhere}`, 'info')
  await rememberDataFolder(elsewhere, await realpath(dirname(place)))
  await buildAside(elsewhere, (temporary) => initialize(temporary, cluster))
  await symlink(elsewhere, place).catch(ignoreExisting)
  await syncFolder(dirname(place))
}

/**
 * Returns the path for a cluster in the system folder. The path depends on the password. If a data folder is deleted
 * and created again, it has a new password, so it does not find the old data.
 */
async function placeElsewhere({ place, password }: NewCluster): Promise<string> {
  const digest = hash('sha256', `${dirname(place)}\0${password}`)
  return join(await prepareSystemFolder(), digest.slice(0, 16))
}

async function initialize(folder: string, { password, account, binaries }: NewCluster): Promise<void> {
  const passwordFile = `${folder}.password`
  try {
    await writeFile(passwordFile, password, { mode: 0o600 })
    if (account) await Promise.all([folder, passwordFile].map((path) => chown(path, account.uid, account.gid)))
    const parameters = ['-D', folder, `--pwfile=${passwordFile}`, ...options]
    const { succeeded, output } = await run(binaries.initdb, parameters, { account })
    if (!succeeded) throw new Error(`PostgreSQL's initdb failed:\n${output.slice(-2000)}`)
  } finally {
    await rm(passwordFile, { force: true })
  }
}

/**
 * Value of PostgreSQL's `shared_buffers`: a quarter of the memory, as PostgreSQL's manual advises, but at most 512 MB,
 * because the server runs on the same machine. With 128 MB, creating an incident took a tenth longer in a database with
 * a million incidents: the index pages for new entries did not fit into the buffers.
 */
const sharedBuffersMb = Math.min(
  512,
  Math.floor(Math.min(totalmem(), process.constrainedMemory() || Infinity) / 4 / 2 ** 20),
)

const options = [
  '--username=tocsin',
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  // Use the locale that PostgreSQL itself provides, because it has the same sort order and case rules on every
  // operating system.
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  `--lc-ctype=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
  // Write these defaults to postgresql.conf, so that an operator can change them there.
  ...['max_connections=200', `shared_buffers=${sharedBuffersMb}MB`, 'timezone=UTC', 'log_timezone=UTC'].flatMap(
    (set) => ['-c', set],
  ),
]
