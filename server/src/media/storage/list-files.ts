import { readdir } from 'node:fs/promises'
import { isUuid, type Uuid } from '@tocsin/contract/scalars.ts'
import { errors, type DriveDirectory, type DriveFile } from 'flydrive'
import { ignoreMissing } from '../../disk/ignore-missing.ts'
import type { MediaStorage } from './storage.ts'

const batchSize = 500

/** Stored file or thumbnail, with the ids in its key. */
export interface StoredObject {
  organizationId: Uuid
  mediaId: Uuid
  file: DriveFile
}

/**
 * Lists the stored files and thumbnails of all organizations. Skips objects whose keys are not keys of files. The cost
 * depends on the number of objects: an organization without files costs nothing.
 */
export const listInBatches = (storage: MediaStorage): AsyncGenerator<StoredObject[]> => inBatches(listAll(storage))

async function* listAll(storage: MediaStorage): AsyncGenerator<StoredObject> {
  // List a bucket as a whole, in pages. List a disk folder by folder, because a folder has no pages.
  if (!storage.serving) return yield* listBelow(storage, '/')
  const names = (await readdir(storage.serving.folder).catch(ignoreMissing)) ?? []
  for (const name of names) if (isUuid(name)) yield* listBelow(storage, name)
}

async function* inBatches<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let batch: Item[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

async function* listBelow({ disk }: MediaStorage, folder: string): AsyncGenerator<StoredObject> {
  let paginationToken: string | undefined
  do {
    const options = { recursive: true, ...(paginationToken !== undefined && { paginationToken }) }
    const page = await disk.listAll(folder, options).catch(ignoreMissing)
    for (const file of untilForeignKey(page?.objects ?? [])) {
      const [, organizationId = '', mediaId = ''] = /^([^/]+)\/([^/]+?)(?:\.webp)?$/.exec(file.key) ?? []
      if (isUuid(organizationId) && isUuid(mediaId)) yield { organizationId, mediaId, file }
    }
    paginationToken = page?.paginationToken
  } while (paginationToken !== undefined)
}

/**
 * Yields the files of a page up to the first key that Flydrive rejects. Only a bucket that other programs use too has
 * keys that Flydrive rejects. The rest of the page is not listed, so the sweep (`sweep.ts`) removes no orphans there.
 */
function* untilForeignKey(objects: Iterable<DriveFile | DriveDirectory>): Generator<DriveFile> {
  try {
    for (const object of objects) if (object.isFile) yield object
  } catch (error) {
    if (!(error instanceof errors.E_UNALLOWED_CHARACTERS)) throw error
  }
}

/** Returns the key of some organization's file or folder; undefined if the storage has none. */
export async function findAnyFile({ disk }: MediaStorage): Promise<string | undefined> {
  let paginationToken: string | undefined
  do {
    const page = await disk.listAll('/', paginationToken === undefined ? {} : { paginationToken }).catch(ignoreMissing)
    for (const object of page?.objects ?? []) {
      const key = 'key' in object ? object.key : object.prefix
      if (isUuid(key.split('/')[0]!)) return key
    }
    paginationToken = page?.paginationToken
  } while (paginationToken !== undefined)
  return undefined
}

/** Deletes all stored files of an organization. */
export async function deleteFilesOf(organizationId: Uuid, storage: MediaStorage): Promise<void> {
  // On disk, delete the whole folder, because an empty folder would count as a file of the organization.
  if (storage.serving) return storage.disk.deleteAll(organizationId)
  for await (const { file } of listBelow(storage, organizationId)) await storage.disk.delete(file.key)
}
