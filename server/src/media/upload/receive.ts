import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { Problem } from '../../problem.ts'
import { storing } from '../storage/storing.ts'

export interface ReceivedFile {
  path: string
  sizeBytes: number
  sha256: Buffer
}

/**
 * Writes a stream to a new file, piece by piece; the caller removes the file, also after a failure.
 * @throws Problem `file_too_large` as soon as there is more than `maximumBytes`; whatever the stream fails with.
 */
export async function receiveFile(path: string, stream: Readable, maximumBytes: number): Promise<ReceivedFile> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  const file = await storing(open(path, 'wx', 0o600))
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      sizeBytes += piece.length
      if (sizeBytes > maximumBytes) throw tooLarge(maximumBytes)
      hash.update(piece)
      await storing(file.appendFile(piece))
    }
  } finally {
    await file.close()
  }
  return { path, sizeBytes, sha256: hash.digest() }
}

const tooLarge = (maximumBytes: number): Problem =>
  new Problem('file_too_large', { detail: `The file is larger than ${maximumBytes / 1024 / 1024} MiB.` })
