import { open, readFile, readlink, rename, rmdir, stat, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { ignoreMissing } from '../../disk/ignore-missing.ts'
import { isProcessAlive } from '../../disk/is-process-alive.ts'
import type { Account } from './choose-account.ts'
import type { Cluster } from './open-cluster.ts'
import { run } from './run.ts'
import { port, prepareSocketFolder } from './socket-folder.ts'

/** PostgreSQL's first process, the one that owns a cluster while it runs. */
export interface Postmaster {
  pid: number
  /** Where it listens: not where we would expect it if it was started with another TMPDIR. */
  socketFolder: string | undefined
}

export async function findPostmaster(clusterFolder: string): Promise<Postmaster | undefined> {
  const lines = (await readFile(join(clusterFolder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!(pid > 0) || !(await isPostgres(pid, clusterFolder))) return undefined
  return { pid, socketFolder: lines[4]?.trim() || undefined }
}

/** Starts PostgreSQL as a daemon and waits until it accepts connections. */
export async function startPostmaster(cluster: Cluster): Promise<{ succeeded: boolean; output: string }> {
  const { folder, account, binaries } = cluster
  const socketFolder = await prepareSocketFolder(folder, account)
  await disown(join(folder, 'postmaster.pid'), folder)
  await disown(join(socketFolder, `.s.PGSQL.${port}.lock`), folder)
  const settings = {
    listen_addresses: '',
    port,
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
  }
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`)

  const log = await openLog(cluster.logFile, account)
  try {
    const { size } = await log.stat()
    const parameters = ['start', '--silent', '--wait', '--timeout=60', '-o', options.join(' ')]
    // pg_ctl hands a -D on to a shell, unescaped.
    const environment = { PGDATA: folder }
    const { succeeded } = await run(binaries.pgCtl, parameters, { account, environment, outputDescriptor: log.fd })
    return { succeeded, output: succeeded ? '' : await readFrom(cluster.logFile, size) }
  } finally {
    await log.close()
  }
}

/** Stops PostgreSQL, aborting open transactions, and waits until it has stopped. */
export async function stopPostmaster({ folder, account, binaries }: Cluster): Promise<void> {
  const postmaster = await findPostmaster(folder)
  const parameters = ['stop', '--silent', '--wait', '--timeout=60', '--mode=fast']
  const { succeeded, output } = await run(binaries.pgCtl, parameters, { account, environment: { PGDATA: folder } })
  if (!succeeded && (await findPostmaster(folder))) throw new Error(`PostgreSQL in ${folder} does not stop:\n${output}`)
  // Only an empty one goes: another process may be starting it again.
  if (postmaster?.socketFolder) await rmdir(postmaster.socketFolder).catch(() => undefined)
}

/** The folder distinguishes this cluster's process from a later one with its number; a container may hide /proc. */
async function isPostgres(pid: number, clusterFolder: string): Promise<boolean> {
  if (process.platform !== 'linux') {
    return (await run('ps', ['-o', 'command=', '-p', String(pid)])).output.includes('postgres')
  }
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
  if (folder !== undefined) return folder === clusterFolder
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined)
  return command === undefined ? isProcessAlive(pid) : command.includes('postgres')
}

/**
 * PostgreSQL refuses to start while a process with the number in a lock file exists, although after a restart (of a
 * container above all) that may be any process. It does start if the number is its grandparent's: ours. Removing the
 * file instead would also remove its guard against backends of the old server that still run.
 */
async function disown(lockFile: string, clusterFolder: string): Promise<void> {
  const [pid, ...rest] = (await readFile(lockFile, 'utf8').catch(() => '')).split('\n')
  if (!(Number(pid) > 0) || !isProcessAlive(Number(pid)) || (await isPostgres(Number(pid), clusterFolder))) return
  await writeFile(lockFile, [process.pid, ...rest].join('\n'))
}

const largestLogBytes = 10 * 1024 * 1024

/** We open the log and PostgreSQL inherits it, so that it needs no access to the data folder. */
async function openLog(file: string, account: Account | undefined): Promise<FileHandle> {
  const isLarge = await stat(file).then(
    ({ size }) => size > largestLogBytes,
    () => false,
  )
  // Another process that starts at the same time may have moved it.
  if (isLarge) await rename(file, `${file}.1`).catch(ignoreMissing)
  const log = await open(file, 'a', 0o600)
  if (account) await log.chown(account.uid, account.gid)
  return log
}

const readFrom = async (file: string, offset: number): Promise<string> =>
  (await readFile(file)).subarray(offset).toString().slice(-2000)
