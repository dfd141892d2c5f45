import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DriveFile } from 'flydrive'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Database } from '../../database/open.ts'
import type { Service } from '../../service.ts'
import { findKeysWithoutRow } from '../stored-file-queries.ts'
import { listInBatches } from './list-files.ts'
import { mediaKey, type MediaStorage } from './storage.ts'

/** Minimum age of a file that the sweep removes. No upload takes an hour from its first byte to its commit. */
const ageMinimumMs = 60 * 60 * 1000
/**
 * Maximum number of orphans, which are objects without a database row. If there are more, the sweep removes none.
 * Crashes leave fewer orphans; a larger number suggests that an old backup of the database was restored, which lacks
 * the rows of newer files.
 */
const orphansMaximum = 1_000

export interface Swept {
  uploads: number
  objects: number
}

/**
 * Runs one sweep in the background when the server starts to listen. A stopping server aborts the sweep without
 * waiting.
 */
export function sweepWhenListening(app: FastifyInstance, service: Service, storage: MediaStorage): void {
  const stopping = new AbortController()
  app.addHook('onListen', async () => {
    sweepMedia(service, storage, app.log, stopping.signal).catch((error) => {
      if (!stopping.signal.aborted)
        app.log.warn({ err: error }, 'leftovers of interrupted uploads could not be removed')
    })
  })
  app.addHook('onClose', async () => stopping.abort())
}

/**
 * Removes files that uploads left behind because a process was killed: files in the upload folder, and stored objects
 * without a database row. Removes only files that are at least an hour old. Ignores folders that belong to no
 * organization of this database, and objects whose names are not media ids.
 * @param signal ends the sweep early when aborted.
 */
export async function sweepMedia(
  service: Service,
  storage: MediaStorage,
  log: FastifyBaseLogger,
  signal: AbortSignal,
): Promise<Swept> {
  const removeBeforeMs = Date.now() - ageMinimumMs
  const uploads = await sweepUploads(storage, removeBeforeMs, signal)
  const orphans: DriveFile[] = []
  for await (const orphan of findOrphans(service.database, storage, removeBeforeMs, signal)) {
    orphans.push(orphan)
    if (orphans.length <= orphansMaximum) continue
    log.warn({ example: orphan.key }, `more than ${orphansMaximum} stored files have no row; none was removed`)
    return { uploads, objects: 0 }
  }
  for (const { key } of orphans) {
    signal.throwIfAborted()
    await storage.disk.delete(key)
  }
  if (uploads + orphans.length > 0)
    log.info({ uploads, objects: orphans.length }, 'removed leftovers of interrupted uploads')
  return { uploads, objects: orphans.length }
}

async function sweepUploads(
  { uploadFolder }: MediaStorage,
  removeBeforeMs: number,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0
  for (const name of await readdir(uploadFolder)) {
    signal.throwIfAborted()
    const path = join(uploadFolder, name)
    // If a file has disappeared since it was listed, its upload has just finished, so skip the file.
    const found = await stat(path).catch(() => undefined)
    if (!found?.isFile() || found.mtimeMs >= removeBeforeMs) continue
    await rm(path, { force: true })
    removed++
  }
  return removed
}

async function* findOrphans(
  database: Database,
  storage: MediaStorage,
  removeBeforeMs: number,
  signal: AbortSignal,
): AsyncGenerator<DriveFile> {
  for await (const objects of listInBatches(storage)) {
    signal.throwIfAborted()
    const keys = objects.map(({ organizationId, mediaId }) => ({ organizationId, id: mediaId }))
    const orphaned = await findKeysWithoutRow(database, keys)
    const orphanedKeys = new Set(orphaned.map(({ organizationId, id }) => mediaKey(organizationId, id, 'file')))
    for (const { organizationId, mediaId, file } of objects) {
      if (!orphanedKeys.has(mediaKey(organizationId, mediaId, 'file'))) continue
      const lastModified = await findLastModified(file)
      if (lastModified && lastModified.getTime() < removeBeforeMs) yield file
    }
  }
}

/**
 * Reads the time at which an object was last modified.
 * @returns undefined if the object is gone: since the sweep listed it, its upload or the sweep of another server has
 *   removed it.
 */
async function findLastModified(file: DriveFile): Promise<Date | undefined> {
  try {
    return (await file.getMetaData()).lastModified
  } catch (error) {
    if (await file.exists()) throw error
    return undefined
  }
}
