import { open, readFile, readlink, rename, rmdir, stat, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { ignoreMissing } from '../../disk/ignore-missing.ts'
import { isProcessAlive } from '../../disk/is-process-alive.ts'
import type { Account } from './choose-account.ts'
import type { Cluster } from './open-cluster.ts'
import { run } from './run.ts'
import { port, prepareSocketFolder } from './socket-folder.ts'

/** PostgreSQL's main process. While it runs, no other PostgreSQL can use the cluster. */
export interface Postmaster {
  pid: number
  /** Folder of the Unix socket. It depends on the TMPDIR of the process that started PostgreSQL. */
  socketFolder: string | undefined
}

export async function findPostmaster(clusterFolder: string): Promise<Postmaster | undefined> {
  const lines = (await readFile(join(clusterFolder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!(pid > 0) || !(await isPostgres(pid, clusterFolder))) return undefined
  return { pid, socketFolder: lines[4]?.trim() || undefined }
}

/**
 * Starts PostgreSQL as a daemon and waits until PostgreSQL accepts connections.
 * @returns `output`: the end of PostgreSQL's output if the start failed; otherwise an empty text.
 */
export async function startPostmaster(cluster: Cluster): Promise<{ succeeded: boolean; output: string }> {
  const { folder, account, binaries } = cluster
  const socketFolder = await prepareSocketFolder(folder, account)
  await takeOverLockFile(join(folder, 'postmaster.pid'), folder)
  await takeOverLockFile(join(socketFolder, `.s.PGSQL.${port}.lock`), folder)
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
    // Pass the folder of the cluster in PGDATA, because pg_ctl would pass its option -D to a shell without escaping it.
    const environment = { PGDATA: folder }
    const { succeeded } = await run(binaries.pgCtl, parameters, { account, environment, outputDescriptor: log.fd })
    return { succeeded, output: succeeded ? '' : await readFrom(cluster.logFile, size) }
  } finally {
    await log.close()
  }
}

/** Stops PostgreSQL and waits until it has stopped. Open transactions are rolled back. */
export async function stopPostmaster({ folder, account, binaries }: Cluster): Promise<void> {
  const postmaster = await findPostmaster(folder)
  const parameters = ['stop', '--silent', '--wait', '--timeout=60', '--mode=fast']
  const { succeeded, output } = await run(binaries.pgCtl, parameters, { account, environment: { PGDATA: folder } })
  if (!succeeded && (await findPostmaster(folder))) throw new Error(`PostgreSQL in ${folder} does not stop:\n${output}`)
  // Delete the folder of the socket only if it is empty, because another process may be starting PostgreSQL again.
  if (postmaster?.socketFolder) await rmdir(postmaster.socketFolder).catch(() => undefined)
}

/**
 * Checks if a process is the PostgreSQL of a cluster. Compares the working folder of the process with the folder of the
 * cluster, because an unrelated process may have the same process id by now. If the working folder cannot be read, for
 * example in a container that hides /proc, the check is less exact.
 */
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
 * Replaces the process id in a lock file if it now belongs to an unrelated process, for example after the restart of a
 * container. Writes the id of our own process instead: PostgreSQL refuses to start while the process in the lock file
 * exists, but ignores its own grandparent. Our process is the grandparent, because it starts PostgreSQL through pg_ctl.
 *
 * The lock file is not deleted, because it still protects the cluster while backends of the old server run.
 */
async function takeOverLockFile(lockFile: string, clusterFolder: string): Promise<void> {
  const [pid, ...rest] = (await readFile(lockFile, 'utf8').catch(() => '')).split('\n')
  if (!(Number(pid) > 0) || !isProcessAlive(Number(pid)) || (await isPostgres(Number(pid), clusterFolder))) return
  await writeFile(lockFile, [process.pid, ...rest].join('\n'))
}

const logMaximumBytes = 10 * 1024 * 1024

/** Opens the log file. PostgreSQL inherits the open file, so that it needs no access to the data folder. */
async function openLog(file: string, account: Account | undefined): Promise<FileHandle> {
  const isLarge = await stat(file).then(
    ({ size }) => size > logMaximumBytes,
    () => false,
  )
  // Ignore a missing file: another process that starts at the same time may have renamed it.
  if (isLarge) await rename(file, `${file}.1`).catch(ignoreMissing)
  const log = await open(file, 'a', 0o600)
  if (account) await log.chown(account.uid, account.gid)
  return log
}

const readFrom = async (file: string, offset: number): Promise<string> =>
  (await readFile(file)).subarray(offset).toString().slice(-2000)
