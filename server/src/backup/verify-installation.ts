import { countRows } from '../database/copying/rows.ts'
import { inSnapshot } from '../database/copying/snapshot.ts'
import type { MediaStorage } from '../media/storage/storage.ts'
import { measureStoredFiles } from '../media/stored-files.ts'
import type { Service } from '../service.ts'
import type { BackupSummary } from './format.ts'
import { Tally } from './tally.ts'
import { writeFileParts } from './write-file-parts.ts'

/**
 * Counts the rows of the database, and compares the size and digest of every stored file with the database. Servers may
 * keep running.
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
    // Make the frames of the files only to count and check the files, then discard the frames.
    for await (const _ of writeFileParts(storage, database, tally, signal)) signal.throwIfAborted()
    return tally.summary
  })
