import type { Uuid } from '@tocsin/contract/scalars.ts'
import type pg from 'pg'
import { analyze, claimEmptyDatabase, emptyTables } from '../database/copying/claim-empty.ts'
import { connectAlone, copySettings, type LoneConnection } from '../database/copying/connect-alone.ts'
import { findTables } from '../database/copying/tables.ts'
import { withoutConstraints } from '../database/copying/without-constraints.ts'
import { migrate } from '../database/migrate.ts'
import type { OperatorLog } from '../database/operator-log.ts'
import { beginNewEpoch } from '../events/begin-epoch.ts'
import { renewId } from '../installation/renew-id.ts'
import { deleteFilesOf, findAnyFile } from '../media/storage/list-files.ts'
import { originalErrorOf } from '../media/storage/original-error.ts'
import type { MediaStorage } from '../media/storage/storage.ts'
import { pauseAllEndpoints } from '../webhooks/endpoints/pause.ts'
import { withBackupFile } from './read-frames.ts'
import { readParts } from './read-parts.ts'
import { PartRestorer } from './restore-part.ts'
import type { VerifiedBackup } from './verify-file.ts'

export interface RestoreOptions {
  log: OperatorLog
  signal: AbortSignal
  /** Reports the progress: called with the share of the backup that has been restored, from 0 to 1. */
  advance: (share: number) => void
}

/**
 * Restores a backup into a database without data and an empty media storage, then migrates the database to the current
 * schema. One transaction inserts all rows, and commits after the last stored file has been written. After an error
 * before the commit, the database stays without data, and the stored files are deleted again.
 * @param openStorage opens the media storage; called after the check that the database has no data.
 * @throws Error when the database has data, or the storage has files.
 */
export async function restoreBackup(
  backup: VerifiedBackup,
  pool: pg.Pool,
  openStorage: () => Promise<MediaStorage>,
  options: RestoreOptions,
): Promise<void> {
  const connection = await connectAlone(pool)
  const { database } = connection
  try {
    await claimEmptyDatabase(database, backup.header.migrations)
    const storage = await openStorage()
    await rejectUsedStorage(storage)
    await migrate(database, options.log, backup.header.migrations)
    await fill(backup, connection, storage, options)
    await migrate(database, options.log)
    await analyze(database)
  } finally {
    connection.close()
  }
}

async function rejectUsedStorage(storage: MediaStorage): Promise<void> {
  const key = await findAnyFile(storage)
  if (key === undefined) return
  throw new Error(
    `The media storage is not empty: it has ${key}. Restore into a new place: move DATA_DIR away, or use another ` +
      'bucket. Delete the files only if an interrupted restore has left them.',
  )
}

async function fill(
  backup: VerifiedBackup,
  { client, database }: LoneConnection,
  storage: MediaStorage,
  options: RestoreOptions,
): Promise<void> {
  const organizationsWithFiles = new Set<Uuid>()
  let isCommitting = false
  try {
    await database.transaction().execute(async (transaction) => {
      await client.query(copySettings)
      await emptyTables(transaction)
      const tables = await findTables(transaction)
      const restorer = new PartRestorer({ client, storage, tables, organizationsWithFiles, log: options.log })
      await withoutConstraints(transaction, () =>
        withBackupFile(backup.path, { ...options, passphrase: backup.passphrase }, async ({ frames }) => {
          for await (const part of readParts(frames)) await restorer.restore(part)
        }),
      )
      restorer.requireAllTables()
      await beginNewEpoch(transaction)
      await pauseAllEndpoints(transaction)
      await renewId(transaction)
      options.signal.throwIfAborted()
      isCommitting = true
    })
  } catch (error) {
    // Do not delete the files after a failed commit: the database may have stored the rows that refer to the files.
    if (!isCommitting) await deleteFiles(organizationsWithFiles, storage, options.log)
    throw error
  }
}

/**
 * Deletes the stored files of a failed restore. Only logs an error of the deletion, because the caller throws the error
 * of the restore.
 */
async function deleteFiles(organizationIds: Set<Uuid>, storage: MediaStorage, log: OperatorLog): Promise<void> {
  try {
    for (const id of organizationIds) await deleteFilesOf(id, storage)
  } catch (error) {
    log(`the restored files could not be deleted again: ${originalErrorOf(error).message}`, 'warn')
  }
}
