import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { Database } from '../database/open.ts'

export interface MediaKey {
  organizationId: Uuid
  id: Uuid
}

/** Row of a file whose bytes are in the storage. The bytes of deleted files stay there, too. */
export interface StoredFileRow extends MediaKey {
  contentType: string
  sizeBytes: number
  /** In hexadecimal. */
  sha256: string
  hasThumbnail: boolean
}

/**
 * Returns the rows of files of all organizations in the order of their keys, after a given key. Runs without a scope,
 * for backups and checks of the whole installation.
 */
export const findStoredFiles = (database: Database, after: MediaKey, limit: number): Promise<StoredFileRow[]> =>
  database
    .selectFrom('media')
    .select([
      'organization_id as organizationId',
      'id',
      'content_type as contentType',
      'size_bytes as sizeBytes',
      sql<string>`encode(sha256, 'hex')`.as('sha256'),
      'has_thumbnail as hasThumbnail',
    ])
    .where(sql<boolean>`(organization_id, id) > (${after.organizationId}::uuid, ${after.id}::uuid)`)
    .orderBy('organization_id')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Returns the total size of the files of all organizations, without thumbnails. */
export async function sumFileSizes(database: Database): Promise<number> {
  const { total } = await database
    .selectFrom('media')
    .select(sql<number>`coalesce(sum(size_bytes), 0)::bigint`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/**
 * Returns the subset of `keys` that belong to an organization of this database and have no row. A deleted file still
 * has its row. Runs without a scope, so that one query serves the files of many organizations.
 */
export async function findKeysWithoutRow(database: Database, keys: MediaKey[]): Promise<MediaKey[]> {
  const [organizationIds, ids] = [keys.map(({ organizationId }) => organizationId), keys.map(({ id }) => id)]
  const { rows } = await sql<MediaKey>`
    select organization.id as "organizationId", file.id
    from unnest(${organizationIds}::uuid[], ${ids}::uuid[]) as file (organization_id, id)
      join organizations as organization on organization.id = file.organization_id
    where not exists (
      select 1 from media where media.organization_id = organization.id and media.id = file.id
    )`.execute(database)
  return rows
}
