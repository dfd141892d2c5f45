import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { ignoreMissing } from '../../disk/ignore-missing.ts'
import type { MediaStorage } from './storage.ts'

/** Opens a stored file to read its bytes. Returns undefined if the storage does not have the file. */
export async function openStoredFile({ disk, serving }: MediaStorage, key: string): Promise<Readable | undefined> {
  if (serving) {
    const file = await open(join(serving.folder, key)).catch(ignoreMissing)
    return file?.createReadStream()
  }
  try {
    return await disk.getStream(key)
  } catch (error) {
    if (await disk.exists(key)) throw error
    return undefined
  }
}
