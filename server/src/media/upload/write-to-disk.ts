import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { Problem } from '../../problem.ts'
import { unavailableOnFailure } from '../storage/unavailable-on-failure.ts'

export interface WrittenFile {
  path: string
  sizeBytes: number
  sha256: Buffer
}

/**
 * Writes a stream to a new file, chunk by chunk. The caller must remove the file, even after a failure.
 * @throws Problem `file_too_large` when the stream is longer than `maximumBytes`, Problem `unavailable` when the file
 *   cannot be written, or any error of the stream.
 */
export async function writeToDisk(path: string, stream: Readable, maximumBytes: number): Promise<WrittenFile> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  const file = await unavailableOnFailure(open(path, 'wx', 0o600))
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      sizeBytes += chunk.length
      if (sizeBytes > maximumBytes) throw tooLarge(maximumBytes)
      hash.update(chunk)
      await unavailableOnFailure(file.appendFile(chunk))
    }
  } finally {
    await file.close()
  }
  return { path, sizeBytes, sha256: hash.digest() }
}

const tooLarge = (maximumBytes: number): Problem =>
  new Problem('file_too_large', { detail: `The file is larger than ${maximumBytes / 1024 / 1024} MiB.` })
