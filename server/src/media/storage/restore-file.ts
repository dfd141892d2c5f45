import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { repeatIfUnavailable } from './repeat.ts'
import type { MediaStorage } from './storage.ts'

/**
 * Stores a file from a backup under its earlier key. Repeats a request to S3 that fails, because a single failure would
 * otherwise undo a restore of many files.
 * @throws any error of the storage, or of `data`.
 */
export async function restoreFile(
  storage: MediaStorage,
  { key, contentType }: { key: string; contentType: string },
  data: AsyncIterable<Buffer>,
): Promise<void> {
  const { disk, serving, uploadFolder } = storage
  if (serving) return disk.putStream(key, Readable.from(data, { objectMode: false }))
  // Write the file to the disk first, because S3 needs its size and digest in advance.
  const path = join(uploadFolder, `${basename(key)}.restored`)
  try {
    const { sizeBytes, sha256 } = await writeTo(path, data)
    await repeatIfUnavailable(() =>
      disk.putStream(key, createReadStream(path), {
        contentType,
        contentLength: sizeBytes,
        contentDisposition: 'attachment',
        ChecksumSHA256: sha256,
      }),
    )
  } finally {
    await rm(path, { force: true })
  }
}

async function writeTo(path: string, data: AsyncIterable<Buffer>) {
  const digest = createHash('sha256')
  let sizeBytes = 0
  const file = await open(path, 'w', 0o600)
  try {
    for await (const chunk of data) {
      digest.update(chunk)
      sizeBytes += chunk.length
      await file.writeFile(chunk)
    }
  } finally {
    await file.close()
  }
  return { sizeBytes, sha256: digest.digest('base64') }
}
