import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isUuid, type Uuid } from '@tocsin/contract/scalars.ts'
import type { DriveFile } from 'flydrive'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { NIL as nobody } from 'uuid'
import type { Database } from '../../database/open.ts'
import { listOrganizations } from '../../organizations/list.ts'
import { OrganizationScope } from '../../scope.ts'
import { findKnownIds } from '../queries.ts'
import type { MediaStorage } from './storage.ts'

/** Far longer than an upload can take from its first byte to its commit. */
const ageMinimumMs = 60 * 60 * 1000
const batchSize = 500
/** More than crashes leave behind: perhaps an older database was restored, and the files are those that it lacks. */
const orphansMaximum = 1_000

export interface Swept {
  uploads: number
  objects: number
}

/** Sweeps once, in the background, when the server has begun to listen; a stopping server does not wait for it. */
export function sweepWhenListening(app: FastifyInstance, database: Database, storage: MediaStorage): void {
  const stopping = new AbortController()
  app.addHook('onListen', async () => {
    sweepMedia(database, storage, app.log, stopping.signal).catch((error) => {
      if (!stopping.signal.aborted)
        app.log.warn({ err: error }, 'leftovers of interrupted uploads could not be removed')
    })
  })
  app.addHook('onClose', async () => stopping.abort())
}

/**
 * Removes what killed processes left of uploads at least an hour ago: files that were not yet stored, and objects
 * without a row. It looks only at folders of Organizations in this database, and there only at keys such as Media have.
 * @param signal ends the sweep early.
 */
export async function sweepMedia(
  database: Database,
  storage: MediaStorage,
  log: FastifyBaseLogger,
  signal: AbortSignal,
): Promise<Swept> {
  const oldestKeptMs = Date.now() - ageMinimumMs
  const uploads = await sweepUploads(storage, oldestKeptMs, signal)
  const orphans: DriveFile[] = []
  for (const { id } of await listOrganizations(database)) {
    const scope = new OrganizationScope(id, nobody, database)
    for await (const orphan of findOrphans(scope, storage, oldestKeptMs, signal)) {
      orphans.push(orphan)
      if (orphans.length <= orphansMaximum) continue
      log.warn({ example: orphan.key }, `more than ${orphansMaximum} stored files have no row; none was removed`)
      return { uploads, objects: 0 }
    }
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
  oldestKeptMs: number,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0
  for (const name of await readdir(uploadFolder)) {
    signal.throwIfAborted()
    const path = join(uploadFolder, name)
    // One that has disappeared in the meantime belonged to an upload under way.
    const found = await stat(path).catch(() => undefined)
    if (!found?.isFile() || found.mtimeMs >= oldestKeptMs) continue
    await rm(path, { force: true })
    removed++
  }
  return removed
}

async function* findOrphans(
  scope: OrganizationScope,
  storage: MediaStorage,
  oldestKeptMs: number,
  signal: AbortSignal,
): AsyncGenerator<DriveFile> {
  for await (const files of listInBatches(scope.organizationId, storage)) {
    signal.throwIfAborted()
    const known = await findKnownIds(scope, [...new Set(files.map(mediaIdOf))])
    for (const file of files) {
      if (known.has(mediaIdOf(file))) continue
      const lastModified = await findLastModified(file)
      if (lastModified && lastModified.getTime() < oldestKeptMs) yield file
    }
  }
}

/** @returns undefined when the object has disappeared since it was listed: with its upload, or by another server's sweep. */
async function findLastModified(file: DriveFile): Promise<Date | undefined> {
  try {
    return (await file.getMetaData()).lastModified
  } catch (error) {
    if (await file.exists()) throw error
    return undefined
  }
}

async function* listInBatches(organizationId: Uuid, { disk }: MediaStorage): AsyncGenerator<DriveFile[]> {
  let paginationToken: string | undefined
  do {
    const page = await disk.listAll(organizationId, paginationToken === undefined ? {} : { paginationToken })
    let batch: DriveFile[] = []
    for (const object of page.objects) {
      if (!object.isFile || !isUuid(mediaIdOf(object))) continue
      batch.push(object)
      if (batch.length < batchSize) continue
      yield batch
      batch = []
    }
    if (batch.length > 0) yield batch
    ;({ paginationToken } = page)
  } while (paginationToken !== undefined)
}

const mediaIdOf = ({ name }: DriveFile): Uuid => name.replace(/\.webp$/, '')
