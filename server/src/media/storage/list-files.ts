import { isUuid, type Uuid } from '@tocsin/contract/scalars.ts'
import type { DriveFile } from 'flydrive'
import { ignoreMissing } from '../../disk/ignore-missing.ts'
import type { MediaStorage } from './storage.ts'

const batchSize = 500

/** Lists the stored files and thumbnails of an organization. Skips objects whose names are not media ids. */
export async function* listInBatches(organizationId: Uuid, { disk }: MediaStorage): AsyncGenerator<DriveFile[]> {
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

export const mediaIdOf = ({ name }: DriveFile): Uuid => name.replace(/\.webp$/, '')

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
  // On disk, delete the folder too, because an empty folder would count as a file of the organization.
  if (storage.serving) return storage.disk.deleteAll(organizationId)
  for await (const files of listInBatches(organizationId, storage)) {
    for (const file of files) await storage.disk.delete(file.key)
  }
}
