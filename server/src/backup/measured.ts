import { createHash, type Hash } from 'node:crypto'
import type { StoredFile } from '../media/stored-files.ts'

/** Size and digest of the part of a file that has been read so far. */
export interface Measurement {
  sizeBytes: number
  digest: Hash
}

export const newMeasurement = (): Measurement => ({ sizeBytes: 0, digest: createHash('sha256') })

/**
 * Yields the content of a stored file unchanged, and adds its size and digest to `measurement`.
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

/**
 * Returns true if the size or digest of a stored file differs from the file's row. Returns false for a thumbnail,
 * because thumbnails have no row.
 */
export const isDamaged = ({ expected }: StoredFile, sizeBytes: number, sha256: string): boolean =>
  expected !== undefined && (expected.sizeBytes !== sizeBytes || expected.sha256 !== sha256)
