import { createHash } from 'node:crypto'
import type { Database } from '../database/open.ts'
import { openStoredFile } from '../media/storage/open-file.ts'
import type { MediaStorage } from '../media/storage/storage.ts'
import { listStoredFiles, type StoredFile } from '../media/stored-files.ts'
import { jsonFrame, type Frame } from './format.ts'
import type { Tally } from './tally.ts'
import { toDataFrames } from './write-frames.ts'

/** Makes the frames of the stored files that the database refers to. Adds missing and damaged files to the tally. */
export async function* writeFileParts(
  storage: MediaStorage,
  database: Database,
  tally: Tally,
  signal: AbortSignal,
): AsyncGenerator<Frame> {
  for await (const file of listStoredFiles(database)) {
    signal.throwIfAborted()
    const { key, contentType } = file
    const contents = await openStoredFile(storage, key)
    if (!contents) {
      tally.addShortcoming('missing', key)
      continue
    }
    const digest = createHash('sha256')
    let sizeBytes = 0
    const measured = async function* () {
      for await (const chunk of contents) {
        sizeBytes += chunk.length
        digest.update(chunk)
        tally.progress(sizeBytes)
        yield chunk
      }
    }
    yield jsonFrame('head', { kind: 'file', key, contentType })
    yield* toDataFrames(measured())
    const sha256 = digest.digest('hex')
    yield jsonFrame('tail', { sizeBytes, sha256 })
    tally.addFile(sizeBytes)
    if (isDamaged(file, sizeBytes, sha256)) tally.addShortcoming('damaged', key)
  }
}

/**
 * Returns true if the size or digest of a stored file differs from the file's row. Returns false for a thumbnail,
 * because thumbnails have no row.
 */
const isDamaged = ({ expected }: StoredFile, sizeBytes: number, sha256: string): boolean =>
  expected !== undefined && (expected.sizeBytes !== sizeBytes || expected.sha256 !== sha256)
