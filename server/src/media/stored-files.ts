import type { Database } from '../database/open.ts'
import { NIL as nobody } from 'uuid'
import { listOrganizations } from '../organizations/list.ts'
import { OrganizationScope } from '../scope.ts'
import { onTransaction, type Service } from '../service.ts'
import { findStoredFiles, sumFileSizes, type StoredFileRow } from './stored-file-queries.ts'
import { mediaKey } from './storage/storage.ts'

/** File that must be in the storage, because the database refers to it. */
export interface StoredFile {
  key: string
  contentType: string
  /** Size and SHA-256 in the database; undefined for a thumbnail. */
  expected: { sizeBytes: number; sha256: string } | undefined
}

const batchSize = 500

/**
 * Lists every file and thumbnail to which the database refers, including deleted files. A request only marks a file as
 * deleted, so every listed file stays in the storage while the list is read.
 * @param database transaction that sees one state of the database.
 */
export async function* listStoredFiles(service: Service, database: Database): AsyncGenerator<StoredFile> {
  for (const scope of await scopesOf(service, database)) {
    let rows: StoredFileRow[] = []
    do {
      rows = await findStoredFiles(scope, rows.at(-1)?.id ?? nobody, batchSize)
      for (const { id, contentType, sizeBytes, sha256, hasThumbnail } of rows) {
        yield { key: mediaKey(scope.organizationId, id, 'file'), contentType, expected: { sizeBytes, sha256 } }
        if (!hasThumbnail) continue
        yield { key: mediaKey(scope.organizationId, id, 'thumbnail'), contentType: 'image/webp', expected: undefined }
      }
    } while (rows.length === batchSize)
  }
}

/** Returns the total size of the files of all organizations, without thumbnails. */
export async function measureStoredFiles(service: Service, database: Database): Promise<number> {
  let total = 0
  for (const scope of await scopesOf(service, database)) total += await sumFileSizes(scope)
  return total
}

async function scopesOf(service: Service, database: Database): Promise<OrganizationScope[]> {
  const organizations = await listOrganizations(database)
  return organizations.map(({ id }) => new OrganizationScope(id, nobody, onTransaction(service, database)))
}
