import { NIL } from 'uuid'
import type { Database } from '../database/open.ts'
import { findStoredFiles, sumFileSizes, type MediaKey, type StoredFileRow } from './stored-file-queries.ts'
import { mediaKey } from './storage/storage.ts'

/** File that must be in the storage, because the database refers to it. */
export interface StoredFile {
  key: string
  contentType: string
  /** Size and SHA-256 in the database; undefined for a thumbnail. */
  expected: { sizeBytes: number; sha256: string } | undefined
}

const batchSize = 500
const beforeAll: MediaKey = { organizationId: NIL, id: NIL }

/**
 * Lists every file and thumbnail to which the database refers, including deleted files. A request only marks a file as
 * deleted, so every listed file stays in the storage while the list is read.
 * @param database transaction that sees one state of the database.
 */
export async function* listStoredFiles(database: Database): AsyncGenerator<StoredFile> {
  let rows: StoredFileRow[] = []
  do {
    rows = await findStoredFiles(database, rows.at(-1) ?? beforeAll, batchSize)
    for (const { organizationId, id, contentType, sizeBytes, sha256, hasThumbnail } of rows) {
      yield { key: mediaKey(organizationId, id, 'file'), contentType, expected: { sizeBytes, sha256 } }
      if (!hasThumbnail) continue
      yield { key: mediaKey(organizationId, id, 'thumbnail'), contentType: 'image/webp', expected: undefined }
    }
  } while (rows.length === batchSize)
}

/** Returns the total size of the files of all organizations, without thumbnails. */
export const measureStoredFiles = (database: Database): Promise<number> => sumFileSizes(database)
