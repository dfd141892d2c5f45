import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import { raiseVersion } from '../database/raise-version.ts'
import type { OrganizationScope } from '../scope.ts'
import { mediaColumns, type StoredMedia } from './queries.ts'

/**
 * Removes the id of a file from the `media_ids` of its incident. The incident counts as modified.
 * @returns the new version of the incident; undefined when the incident does not have the file or is deleted.
 */
export const removeFromIncident = (scope: OrganizationScope, incidentId: Uuid, mediaId: Uuid) =>
  scope.database
    .updateTable('incidents')
    .set({
      media_ids: sql<Uuid[]>`array_remove(media_ids, ${mediaId}::uuid)`,
      ...raiseVersion,
    })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', incidentId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`${mediaId}::uuid = any(media_ids)`)
    .returning('version')
    .executeTakeFirst()

export const markMediaDeleted = (scope: OrganizationScope, mediaId: Uuid): Promise<StoredMedia> =>
  scope.database
    .updateTable('media')
    .set({ deleted_at: sql<string>`now()`, thumbnail_due_at: null })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', mediaId)
    .returning(mediaColumns)
    .executeTakeFirstOrThrow()
