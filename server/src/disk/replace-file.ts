import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { temporaryPathFor } from './build-aside.ts'
import { syncFolder } from './sync-folder.ts'

/**
 * Replaces the contents of a file that only its owner may read, or creates the file and its folder. After a crash or a
 * power cut, the file has either the old contents or the new contents, never a mixture.
 */
export async function replaceFile(path: string, contents: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = temporaryPathFor(path)
  try {
    await writeFile(draft, contents, { mode: 0o600, flag: 'wx', flush: true })
    await rename(draft, path)
    await syncFolder(dirname(path))
  } finally {
    await rm(draft, { force: true })
  }
}
