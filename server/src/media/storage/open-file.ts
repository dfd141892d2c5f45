import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { Disk } from 'flydrive'
import { ignoreMissing } from '../../disk/ignore-missing.ts'
import { repeatIfUnavailable, repetitionPausesMs, statusOf } from './repeat.ts'
import type { MediaStorage } from './storage.ts'

/** Opens a stored file to read its bytes. Returns undefined if the storage does not have the file. */
export async function openStoredFile(
  { disk, serving }: MediaStorage,
  key: string,
): Promise<AsyncIterable<Buffer> | undefined> {
  if (serving) {
    const file = await open(join(serving.folder, key)).catch(ignoreMissing)
    return file?.createReadStream()
  }
  const stream = await repeatIfUnavailable(() => openObject(disk, key))
  return stream && readObject(disk, key, stream)
}

/** Returns undefined if the bucket does not have the object. */
async function openObject(disk: Disk, key: string): Promise<Readable | undefined> {
  try {
    return await disk.getStream(key)
  } catch (error) {
    if (statusOf(error) === 404) return undefined
    throw error
  }
}

/**
 * Reads an object from S3. If the connection breaks, reads the object again and continues after the bytes that were
 * read before. Otherwise one broken connection would end a backup of many files.
 */
async function* readObject(disk: Disk, key: string, opened: Readable): AsyncGenerator<Buffer> {
  let stream: Readable | undefined = opened
  let readBytes = 0
  for (const pauseMs of [...repetitionPausesMs, undefined]) {
    try {
      stream ??= await disk.getStream(key)
      for await (const chunk of withoutBeginning(stream, readBytes)) {
        readBytes += chunk.length
        yield chunk
      }
      return
    } catch (error) {
      if (pauseMs === undefined) throw error
      stream = undefined
      await delay(pauseMs)
    }
  }
}

/** Yields the bytes of a stream except the first `skippedBytes` bytes. */
async function* withoutBeginning(stream: Readable, skippedBytes: number): AsyncGenerator<Buffer> {
  let left = skippedBytes
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const rest = chunk.subarray(left)
    left = Math.max(left - chunk.length, 0)
    if (rest.length > 0) yield rest
  }
}
