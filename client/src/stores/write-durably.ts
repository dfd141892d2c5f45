import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Suffix of incomplete files. A process that ends while it writes leaves such a file behind. */
export const draftSuffix = '.draft'

/**
 * Writes a file so that it always has either its old or its new content, even if the process or the machine stops.
 * @throws errors of the disk, such as a full disk. The file is then unchanged, unless only the sync of its folder
 *   failed. In that case the file has its new content, but a power cut may restore the old content.
 */
export async function writeDurably(path: string, content: string | Uint8Array): Promise<void> {
  const draft = `${path}.${randomUUID()}${draftSuffix}`
  try {
    await writeAndSync(draft, content)
    await rename(draft, path)
  } catch (error) {
    // Remove the incomplete draft, which takes up room on a full disk.
    await rm(draft, { force: true }).catch(() => undefined)
    throw error
  }
  await syncFolder(dirname(path))
}

/** Creates a folder and the missing folders above it, so that they survive a power cut. */
export async function makeFolder(path: string): Promise<void> {
  const firstMade = await mkdir(path, { recursive: true, mode: 0o700 })
  if (firstMade === undefined) return
  for (let made = path; made.startsWith(firstMade); made = dirname(made)) await syncFolder(dirname(made))
}

/**
 * Writes the list of files of a folder to the disk, so that added and removed files survive a power cut. Does nothing
 * on Windows, which neither needs nor allows this.
 */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function writeAndSync(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}
