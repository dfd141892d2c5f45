import { chmod, lstat, mkdir, realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Account } from './choose-account.ts'

/**
 * Checks if the permission bits of a folder or file, and of all folders above it, let an account enter the folder or
 * execute the file.
 */
export async function canReach(account: Account, path: string): Promise<boolean> {
  let current = await realpath(path)
  for (;;) {
    const { uid, gid, mode } = await stat(current)
    const bits = uid === account.uid ? mode >> 6 : gid === account.gid ? mode >> 3 : mode
    if ((bits & 1) === 0) return false
    if (current === dirname(current)) return true
    current = dirname(current)
  }
}

export const systemFolder = '/var/lib/tocsin'

/**
 * Creates the system folder, to which only root may write. It contains files that the account of PostgreSQL cannot
 * reach in the data folder or the installation.
 * @throws Error when an existing folder has another owner or other permissions.
 */
export async function prepareSystemFolder(): Promise<string> {
  const made = await mkdir(systemFolder, { recursive: true })
  if (made) await chmod(systemFolder, 0o755)
  const found = await lstat(systemFolder)
  if (found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0) return systemFolder
  throw new Error(`${systemFolder} must be a folder that is owned by root and that only root may write to.`)
}
