import { rm, stat, statfs } from 'node:fs/promises'
import { codeOf } from './code-of.ts'

/** Room on the disk that stays free for sending the queue, because an entry is written again before it is sent. */
const roomToSendBytes = 1024 * 1024

/** Age at which a leftover file is removed, far longer than the time between writing a file and writing its entry. */
const leftoverAgeMs = 24 * 60 * 60 * 1000

/**
 * Checks that the disk has room for the given number of bytes, and for sending the queue afterwards.
 * @throws Error `ENOSPC` if the room is not enough, like a write to a full disk.
 */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { blocks, bavail, bsize } = await statfs(folder)
  // Some file systems do not report their size, and have 0 blocks.
  if (blocks === 0 || bavail * bsize - bytes >= roomToSendBytes) return
  const message = `ENOSPC: the disk of ${folder} would have less room than it takes to send the queue`
  throw Object.assign(new Error(message), { code: 'ENOSPC' })
}

/** Returns false if a file does not exist. If the file cannot be examined, its next reader gets the error. */
export const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error) => codeOf(error) !== 'ENOENT',
  )

/** Removes a file that a killed process left behind, if the file is over a day old and can be examined. */
export async function removeLeftover(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found && Date.now() - found.mtimeMs > leftoverAgeMs) await rm(path, { force: true })
}
