import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isUuid, type Uuid } from '@tocsin/contract/scalars.ts'
import type { DriveFile } from 'flydrive'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { NIL as nobody } from 'uuid'
import { listOrganizations } from '../../organizations/list.ts'
import { OrganizationScope } from '../../scope.ts'
import type { Service } from '../../service.ts'
import { findKnownIds } from '../queries.ts'
import type { MediaStorage } from './storage.ts'

/** Far longer than any upload takes from its first byte to its commit. */
const ageMinimumMs = 60 * 60 * 1000
const batchSize = 500
/** Crashes leave fewer orphans. More of them suggest that an older database was restored, which lacks their rows. */
const orphansMaximum = 1_000

export interface Swept {
  uploads: number
  objects: number
}

/** Sweeps once in the background when the server starts to listen. A stopping server does not wait for it. */
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
 * Removes leftovers of uploads that killed processes interrupted at least an hour ago: files in the upload folder, and
 * stored objects without a row. Ignores folders that belong to no organization of this database, and names that are no
 * media keys.
 * @param signal ends the sweep early.
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
  for (const { id } of await listOrganizations(service.database)) {
    const scope = new OrganizationScope(id, nobody, service)
    for await (const orphan of findOrphans(scope, storage, removeBeforeMs, signal)) {
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
  removeBeforeMs: number,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0
  for (const name of await readdir(uploadFolder)) {
    signal.throwIfAborted()
    const path = join(uploadFolder, name)
    // A file that has disappeared belonged to an upload in progress.
    const found = await stat(path).catch(() => undefined)
    if (!found?.isFile() || found.mtimeMs >= removeBeforeMs) continue
    await rm(path, { force: true })
    removed++
  }
  return removed
}

async function* findOrphans(
  scope: OrganizationScope,
  storage: MediaStorage,
  removeBeforeMs: number,
  signal: AbortSignal,
): AsyncGenerator<DriveFile> {
  for await (const files of listInBatches(scope.organizationId, storage)) {
    signal.throwIfAborted()
    const known = await findKnownIds(scope, [...new Set(files.map(mediaIdOf))])
    for (const file of files) {
      if (known.has(mediaIdOf(file))) continue
      const lastModified = await findLastModified(file)
      if (lastModified && lastModified.getTime() < removeBeforeMs) yield file
    }
  }
}

/** @returns undefined when the object was removed after it was listed, by its upload or by another server's sweep. */
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
