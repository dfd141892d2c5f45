import { rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns the code of a file system error, such as `ENOENT`; undefined for other errors. */
export const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

/** Bytes of the disk that stay free for sending the queue, because an entry is written again before it is sent. */
const roomToSendBytes = 1024 * 1024

/**
 * Age at which a leftover file is removed. The file of an entry that is being appended is never this old, because its
 * entry follows at once.
 */
const leftoverAgeMs = 24 * 60 * 60 * 1000

/**
 * Checks that the disk has room for the given number of bytes, and for sending the queue afterwards.
 * @throws Error with the code `ENOSPC`, like a write to a full disk, if there is not enough room.
 */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { blocks, bavail, bsize } = await statfs(folder)
  // A file system with 0 blocks does not report its size, so skip the check.
  if (blocks === 0 || bavail * bsize - bytes >= roomToSendBytes) return
  const message = `ENOSPC: the disk of ${folder} would have less room than it takes to send the queue`
  throw Object.assign(new Error(message), { code: 'ENOSPC' })
}

/**
 * Returns false only if a file does not exist. Returns true even if the file cannot be examined, because a later read
 * throws the actual error.
 */
export const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error) => codeOf(error) !== 'ENOENT',
  )

/**
 * Removes a file that a killed process left behind: a file that was last written more than a day before its folder
 * changed.
 */
export async function removeLeftover(folder: string, name: string): Promise<void> {
  const path = join(folder, name)
  const [changed, written] = await Promise.all([folder, path].map((each) => stat(each).catch(() => undefined)))
  // Compare two times of the file system, because the clock of this process may be days ahead of the file system, for
  // example on network storage. A file that is just being written would then look old.
  if (changed && written && changed.mtimeMs - written.mtimeMs > leftoverAgeMs) await rm(path, { force: true })
}

/** Emits a process warning that names a damaged file. */
export const warnOfDamage = (path: string): void =>
  process.emitWarning(`${path} is damaged; the queue continues without it.`, { code: 'TOCSIN_DAMAGED_FILE' })
