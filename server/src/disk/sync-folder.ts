import { open } from 'node:fs/promises'

/** Makes the names of a folder's new and renamed files survive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}
