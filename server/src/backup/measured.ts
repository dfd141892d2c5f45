import { createHash, type Hash } from 'node:crypto'
import type { StoredFile } from '../media/stored-files.ts'

/** Size and digest of the content that has been read so far. */
export interface Measurement {
  sizeBytes: number
  digest: Hash
}

export const newMeasurement = (): Measurement => ({ sizeBytes: 0, digest: createHash('sha256') })

/**
 * Yields the content of a stored file unchanged, and measures it.
 * @param advance called with the number of bytes read so far.
 */
export async function* measured(
  contents: AsyncIterable<Buffer>,
  measurement: Measurement,
  advance: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of contents) {
    measurement.sizeBytes += chunk.length
    measurement.digest.update(chunk)
    advance(measurement.sizeBytes)
    yield chunk
  }
}

/** Returns true if a file differs from the size or digest in its row. No row has the size and digest of a thumbnail. */
export const isDamaged = ({ expected }: StoredFile, sizeBytes: number, sha256: string): boolean =>
  expected !== undefined && (expected.sizeBytes !== sizeBytes || expected.sha256 !== sha256)
