import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { nameAside } from './build-aside.ts'
import { ignoreExisting } from './ignore-existing.ts'
import { syncFolder } from './sync-folder.ts'

/**
 * Keeps a secret in a file that only we may read, unless another process has just kept its own there: of processes that
 * start together one makes it, and none reads half of it.
 * @returns the line that the file holds, on the disk: ours or the other's.
 */
export async function createOnce(path: string, line: string): Promise<string> {
  const draft = nameAside(path)
  try {
    await writeFile(draft, `${line}\n`, { mode: 0o600, flag: 'wx', flush: true })
    await link(draft, path).catch(ignoreExisting)
    await syncFolder(dirname(path))
  } finally {
    await rm(draft, { force: true })
  }
  return (await readFile(path, 'utf8')).trim()
}
