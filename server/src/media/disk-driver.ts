import { mkdir, open, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
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
  const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(path, contents, { mode: 0o600, flush: true })
  await flushFolder(dirname(path))
  if (made) await flushFolder(dirname(made))
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
