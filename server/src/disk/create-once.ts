import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { temporaryPathFor } from './build-aside.ts'
import { ignoreExisting } from './ignore-existing.ts'
import { syncFolder } from './sync-folder.ts'

/**
 * Writes a secret to a file that only its owner may read, unless the file exists. When several processes start together,
 * one creates the file, and none reads a part of it.
 * @returns the line that the file contains, from this or another process, safely on the disk.
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
