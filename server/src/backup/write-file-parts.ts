import type { Database } from '../database/open.ts'
import { openStoredFile } from '../media/storage/open-file.ts'
import type { MediaStorage } from '../media/storage/storage.ts'
import { listStoredFiles } from '../media/stored-files.ts'
import { jsonFrame, type Frame } from './format.ts'
import { isDamaged, measured, newMeasurement } from './measured.ts'
import type { Tally } from './tally.ts'
import { toDataFrames } from './write-frames.ts'

/** Makes the frames of the stored files to which the database refers. Adds missing and damaged files to the tally. */
export async function* writeFileParts(storage: MediaStorage, database: Database, tally: Tally): AsyncGenerator<Frame> {
  for await (const file of listStoredFiles(database)) {
    const { key, contentType } = file
    const contents = await openStoredFile(storage, key)
    if (!contents) {
      tally.addShortcoming('missing', key)
      continue
    }
    const measurement = newMeasurement()
    yield jsonFrame('H', { kind: 'file', key, contentType })
    yield* toDataFrames(measured(contents, measurement, (bytes) => tally.progress(bytes)))
    const { sizeBytes } = measurement
    const sha256 = measurement.digest.digest('hex')
    yield jsonFrame('T', { sizeBytes, sha256 })
    tally.addFile(sizeBytes)
    if (isDamaged(file, sizeBytes, sha256)) tally.addShortcoming('damaged', key)
  }
}
