import { open } from 'node:fs/promises'

/** Flushes a folder to disk, so that the names of its new and renamed files survive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}
