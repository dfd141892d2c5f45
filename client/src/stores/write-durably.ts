import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The suffix of what a process leaves if it ends while it writes. */
export const draftSuffix = '.draft'

/**
 * Writes a file so that it has either its old or its new content, whenever the process or the machine stops.
 * @throws whatever the disk fails with, for example when it is full. Nothing has changed then, unless the last step
 *   failed: the new content is there, but a power cut may bring the old one back.
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

/** Makes a folder, and those above it that are missing, so that a power cut does not take them away again. */
export async function makeFolder(path: string): Promise<void> {
  const firstMade = await mkdir(path, { recursive: true, mode: 0o700 })
  if (firstMade === undefined) return
  for (let made = path; made.startsWith(firstMade); made = dirname(made)) await syncFolder(dirname(made))
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
