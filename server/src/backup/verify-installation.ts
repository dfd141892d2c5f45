import { countRows } from '../database/copying/rows.ts'
import { inSnapshot } from '../database/copying/snapshot.ts'
import { openStoredFile } from '../media/storage/open-file.ts'
import type { MediaStorage } from '../media/storage/storage.ts'
import { listStoredFiles, measureStoredFiles } from '../media/stored-files.ts'
import type { Service } from '../service.ts'
import type { BackupSummary } from './format.ts'
import { isDamaged, measured, newMeasurement } from './measured.ts'
import { Tally } from './tally.ts'

/**
 * Counts the rows of the database, and compares the size and digest of every stored file with the database. Servers can
 * continue to serve meanwhile.
 * @returns the summary that a backup made at this moment would have.
 */
export const verifyInstallation = (
  service: Service,
  storage: MediaStorage,
  { signal, advance }: { signal: AbortSignal; advance: (share: number) => void },
): Promise<BackupSummary> =>
  inSnapshot(service.pool, async ({ client, database, tables }) => {
    const tally = new Tally(await measureStoredFiles(database), advance)
    for (const table of tables) tally.addTable(table.name, await countRows(client, table), 0)
    for await (const file of listStoredFiles(database)) {
      signal.throwIfAborted()
      const contents = await openStoredFile(storage, file.key)
      if (!contents) {
        tally.addShortcoming('missing', file.key)
        continue
      }
      const measurement = newMeasurement()
      for await (const _ of measured(contents, measurement, (bytes) => tally.progress(bytes))) signal.throwIfAborted()
      tally.addFile(measurement.sizeBytes)
      if (isDamaged(file, measurement.sizeBytes, measurement.digest.digest('hex')))
        tally.addShortcoming('damaged', file.key)
    }
    return tally.summary
  })
