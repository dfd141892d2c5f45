import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { OrganizationScope } from '../scope.ts'

/** Row of a file whose bytes are in the storage. The bytes of deleted files stay there, too. */
export interface StoredFileRow {
  id: Uuid
  contentType: string
  sizeBytes: number
  /** In hexadecimal. */
  sha256: string
  hasThumbnail: boolean
}

/** Returns the rows of files in the order of their ids, after a given id. */
export const findStoredFiles = (scope: OrganizationScope, after: Uuid, limit: number): Promise<StoredFileRow[]> =>
  scope.database
    .selectFrom('media')
    .select([
      'id',
      'content_type as contentType',
      'size_bytes as sizeBytes',
      sql<string>`encode(sha256, 'hex')`.as('sha256'),
      'has_thumbnail as hasThumbnail',
    ])
    .where('organization_id', '=', scope.organizationId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Returns the total size of an organization's files, without thumbnails. */
export async function sumFileSizes(scope: OrganizationScope): Promise<number> {
  const { total } = await scope.database
    .selectFrom('media')
    .select(sql<number>`coalesce(sum(size_bytes), 0)::bigint`.as('total'))
    .where('organization_id', '=', scope.organizationId)
    .executeTakeFirstOrThrow()
  return total
}
