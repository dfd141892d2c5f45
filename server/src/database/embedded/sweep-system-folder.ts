import { readdir, readFile, readlink, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, sep } from 'node:path'
import type { OperatorLog } from '../operator-log.ts'
import { findPostmaster } from './postmaster.ts'

/**
 * Suffix of a text file beside a cluster, or beside a copy of PostgreSQL's programs. The file contains the path of the
 * data folder that uses the cluster, or of the installation from which the programs were copied.
 */
const suffix = '.made-for'

/**
 * Writes the path of a temporary data folder to a file beside its cluster. When the data folder is gone, the sweep
 * deletes the cluster. Does nothing for any other data folder, which may be on a disk that is not mounted, or may have
 * been moved.
 */
export async function rememberDataFolder(cluster: string, dataFolder: string): Promise<void> {
  const temporaryFolders = await Promise.all(
    [tmpdir(), '/tmp', '/var/tmp'].map((path) => realpath(path).catch(() => path)),
  )
  if (!temporaryFolders.some((folder) => dataFolder.startsWith(folder + sep))) return
  await writeFile(cluster + suffix, `cluster ${dataFolder}`)
}

/** Writes a file beside copied programs, with the path of the installation from which they were copied. */
export const rememberPrograms = (copy: string, native: string): Promise<void> =>
  writeFile(copy + suffix, `programs ${native}`)

/**
 * Deletes unused files from the system folder: clusters that their recorded data folders no longer use, and copies of
 * PostgreSQL's programs whose installation is gone.
 */
export async function sweepSystemFolder(systemFolder: string, log: OperatorLog): Promise<void> {
  const names = await readdir(systemFolder).catch(() => [])
  for (const name of names.filter((one) => one.endsWith(suffix))) {
    const entry = join(systemFolder, basename(name, suffix))
    try {
      const [kind = '', ...words] = (await readFile(entry + suffix, 'utf8')).split(' ')
      const origin = words.join(' ')
      const isOrphaned =
        kind === 'cluster' ? await isOrphanedCluster(entry, origin) : await areOrphanedPrograms(entry, origin)
      if (!isOrphaned) continue
      await rm(entry, { recursive: true, force: true })
      await rm(entry + suffix, { force: true })
      log(`removed ${entry}, which belonged to ${origin}`, 'info')
    } catch (error) {
      log(`${entry} could not be removed: ${(error as Error).message}`, 'warn')
    }
  }
}

/**
 * Checks if a cluster is unused: its data folder is gone, or the link in its data folder leads to another cluster. If
 * the data folder has no link, the cluster counts as used, because a first start creates the cluster before the link.
 */
async function isOrphanedCluster(cluster: string, dataFolder: string): Promise<boolean> {
  if (await findPostmaster(cluster)) return false
  if (!(await exists(dataFolder))) return true
  const target = await readlink(join(dataFolder, 'postgresql')).catch(() => undefined)
  return target !== undefined && target !== cluster
}

async function areOrphanedPrograms(copy: string, native: string): Promise<boolean> {
  if (await exists(native)) return false
  // Do not delete the copy if /proc cannot be read: systems other than Linux do not list the running programs there.
  const processes = (await readdir('/proc').catch(() => undefined))?.filter((name) => /^\d+$/.test(name))
  if (!processes) return false
  const running = await Promise.all(processes.map((pid) => readlink(`/proc/${pid}/exe`).catch(() => '')))
  return !running.some((program) => program.startsWith(copy + sep))
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  )
