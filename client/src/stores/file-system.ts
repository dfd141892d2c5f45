import { rm, stat, statfs } from 'node:fs/promises'
import { codeOf } from './code-of.ts'

/** Sending an entry writes it anew first, so a queue that had filled its own disk could never be sent. */
const roomToSendBytes = 1024 * 1024

/** Far longer than the time between writing a file and writing its entry. */
const leftoverAgeMs = 24 * 60 * 60 * 1000

/**
 * Requires room on the disk for some bytes, and for sending the queue afterwards.
 * @throws Error `ENOSPC`, like a full disk.
 */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { blocks, bavail, bsize } = await statfs(folder)
  // Some file systems do not report their size.
  if (blocks === 0 || bavail * bsize - bytes >= roomToSendBytes) return
  const message = `ENOSPC: the disk of ${folder} would have less room than it takes to send the queue`
  throw Object.assign(new Error(message), { code: 'ENOSPC' })
}

/** Checks whether a file exists. Other errors of the file are reported by its next reader. */
export const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error) => codeOf(error) !== 'ENOENT',
  )

/** Removes a file that a killed process left behind, once it is a day old. Keeps a file that cannot be examined. */
export async function removeLeftover(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found && Date.now() - found.mtimeMs > leftoverAgeMs) await rm(path, { force: true })
}
