import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { temporaryPathFor } from './build-aside.ts'
import { ignoreExisting } from './ignore-existing.ts'
import { syncFolder } from './sync-folder.ts'

/**
 * Writes a secret to a file that only its owner may read, if the file does not exist yet. If several processes start at
 * the same time, only one creates the file, and none reads a partial file.
 * @returns the line in the file, which this or another process has written and flushed to disk.
 */
export async function createOnce(path: string, line: string): Promise<string> {
  const draft = temporaryPathFor(path)
  try {
    await writeFile(draft, `${line}\n`, { mode: 0o600, flag: 'wx', flush: true })
    await link(draft, path).catch(ignoreExisting)
    await syncFolder(dirname(path))
  } finally {
    await rm(draft, { force: true })
  }
  return (await readFile(path, 'utf8')).trim()
}
