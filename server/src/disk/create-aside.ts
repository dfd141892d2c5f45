import { lstat, open, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { removeAbandoned, temporaryPathFor } from './build-aside.ts'
import { ignoreMissing } from './ignore-missing.ts'
import { syncFolder } from './sync-folder.ts'

/**
 * Writes a large file that only its owner may read. The file has a temporary name until it is complete and flushed to
 * disk.
 * @throws Error if a file exists at `path`, at the start or when the new file is complete. The existing file is never
 *   replaced.
 */
export async function createAside<Result>(path: string, write: (file: FileHandle) => Promise<Result>): Promise<Result> {
  const target = resolve(path)
  if (await lstat(target).catch(ignoreMissing)) throw existing(path)
  await removeAbandoned(target)
  const draft = temporaryPathFor(target)
  const file = await open(draft, 'wx', 0o600)
  try {
    const result = await write(file)
    await file.sync()
    // Create an empty file at the target first, which fails if another program has created a file there in the
    // meantime. `rename` alone would replace that file.
    await (await open(target, 'wx', 0o600)).close()
    await rename(draft, target).catch(async (error) => {
      await rm(target, { force: true })
      throw error
    })
    await syncFolder(dirname(target))
    return result
  } catch (error) {
    await rm(draft, { force: true })
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? existing(path) : error
  } finally {
    await file.close()
  }
}

const existing = (path: string) => new Error(`${path} exists already, and is not replaced.`)
