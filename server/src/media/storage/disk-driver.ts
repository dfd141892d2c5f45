import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { FSDriver } from 'flydrive/drivers/fs'
import { syncFolder } from '../../disk/sync-folder.ts'

/**
 * Stores files below one folder. `put` and `putStream` resolve once the file is flushed to the disk, so that even
 * after a power failure no database row exists without its file.
 */
export class DiskDriver extends FSDriver {
  readonly folder: string

  constructor(folder: string) {
    super({ location: folder, visibility: 'private' })
    this.folder = folder
  }

  override put(key: string, contents: string | Uint8Array): Promise<void> {
    return store(join(this.folder, key), contents)
  }

  override putStream(key: string, contents: Readable): Promise<void> {
    return store(join(this.folder, key), contents)
  }
}

async function store(path: string, contents: string | Uint8Array | Readable): Promise<void> {
  const folder = resolve(dirname(path))
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(path, contents, { mode: 0o600, flush: true })
  for (const each of foldersToSync(folder, made)) await syncFolder(each)
}

/**
 * Lists the folders that must be flushed to the disk (fsync) after a file was written: the folder of the file, and the
 * parent of each folder that was created for the file.
 * @param made topmost folder that was created; undefined if all folders existed.
 */
function foldersToSync(folder: string, made: string | undefined): string[] {
  const isNew = made !== undefined && folder.startsWith(made)
  return isNew ? [folder, ...foldersToSync(dirname(folder), made)] : [folder]
}
