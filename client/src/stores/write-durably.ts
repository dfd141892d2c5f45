import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** What a process leaves that ends while it writes ends in this. */
export const draftSuffix = '.draft'

/**
 * Writes a file so that whenever the process or the machine ends, it has its old content or the new one.
 * @throws what the disk fails with, when it is full for instance; then nothing has changed, unless it was the last step
 *   that failed: the new content stands, and a power cut may bring the old one back.
 */
export async function writeDurably(path: string, content: string | Uint8Array): Promise<void> {
  const draft = `${path}.${randomUUID()}${draftSuffix}`
  try {
    await writeAndSync(draft, content)
    await rename(draft, path)
  } catch (error) {
    // On a full disk, what was written so far would only be in the way.
    await rm(draft, { force: true }).catch(() => undefined)
    throw error
  }
  await syncFolder(dirname(path))
}

/** A name is on the disk, or gone from it, only when its folder is; Windows neither needs nor allows this. */
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
