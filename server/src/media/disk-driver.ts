import { mkdir, open, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { FSDriver } from 'flydrive/drivers/fs'

/** Stores files below one folder, and returns only when they are on the disk: a row must not outlive its file. */
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
  for (const each of foldersToFlush(folder, made)) await flushFolder(each)
}

/** The folder of the file, and those above it up to the one in which the first new folder was made. */
function foldersToFlush(folder: string, made: string | undefined): string[] {
  const isNew = made !== undefined && folder.startsWith(made)
  return isNew ? [folder, ...foldersToFlush(dirname(folder), made)] : [folder]
}

/** The name of a new file is on the disk only when its folder is. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
