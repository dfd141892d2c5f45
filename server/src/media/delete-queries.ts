import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import { nextLastModifiedAt } from '../database/last-modified-at.ts'
import type { OrganizationScope } from '../scope.ts'
import { mediaColumns, type StoredMedia } from './queries.ts'

/**
 * Removes the id of a file from the `media_ids` of its incident. The incident counts as modified.
 * @returns false when the incident does not have the file or is deleted.
 */
export async function removeFromIncident(scope: OrganizationScope, incidentId: Uuid, mediaId: Uuid): Promise<boolean> {
  const row = await scope.database
    .updateTable('incidents')
    .set({
      media_ids: sql<Uuid[]>`array_remove(media_ids, ${mediaId}::uuid)`,
      last_modified_at: nextLastModifiedAt,
    })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', incidentId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`${mediaId}::uuid = any(media_ids)`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const markMediaDeleted = (scope: OrganizationScope, mediaId: Uuid): Promise<StoredMedia> =>
  scope.database
    .updateTable('media')
    .set({ deleted_at: sql<string>`now()`, thumbnail_due_at: null })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', mediaId)
    .returning(mediaColumns)
    .executeTakeFirstOrThrow()
