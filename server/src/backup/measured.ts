import { createHash, type Hash } from 'node:crypto'
import type { StoredFile } from '../media/stored-files.ts'

/** Size and digest of the content that was read so far. */
export interface Measurement {
  sizeBytes: number
  digest: Hash
}

export const newMeasurement = (): Measurement => ({ sizeBytes: 0, digest: createHash('sha256') })

/** Passes on the content of a stored file, and measures it. */
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

/** Returns true if the content of a file differs from its row. The row does not describe the content of a thumbnail. */
export const isDamaged = ({ expected }: StoredFile, sizeBytes: number, sha256: string): boolean =>
  expected !== undefined && (expected.sizeBytes !== sizeBytes || expected.sha256 !== sha256)
