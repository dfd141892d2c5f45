import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isProcessAlive } from './is-process-alive.ts'
import { syncFolder } from './sync-folder.ts'

/**
 * Builds a folder under a temporary name, and renames the complete folder to `target`. A killed process thus leaves no
 * partial folder at `target`. If two processes build the same folder, the second process to finish discards its folder.
 */
export async function buildAside(target: string, build: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = temporaryPathFor(target)
  try {
    await mkdir(temporary, { mode: 0o700 })
    await build(temporary)
    await rename(temporary, target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
    await syncFolder(dirname(target))
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

/** Makes a temporary path beside a target. The path contains the id of this process. */
export const temporaryPathFor = (target: string): string =>
  `${target}.new-${process.pid}-${randomBytes(4).toString('hex')}`

/**
 * Age after which a temporary folder is deleted even if a process with the id in its name is running. That process may
 * be another one: in a container, every server has the process id 1.
 */
const abandonedAfterMs = 10 * 60_000

/**
 * Deletes the temporary files and folders that killed processes left beside a target. Skips files and folders that a
 * running process may still use; a later call deletes them.
 */
export async function removeAbandoned(target: string): Promise<void> {
  const prefix = `${basename(target)}.new-`
  const siblings = (await readdir(dirname(target))).filter((name) => name.startsWith(prefix))
  for (const sibling of siblings) {
    const path = join(dirname(target), sibling)
    const changed = await stat(path).catch(() => undefined)
    const pid = Number.parseInt(sibling.slice(prefix.length), 10)
    if (changed && isProcessAlive(pid) && Date.now() - changed.mtimeMs < abandonedAfterMs) continue
    await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}
