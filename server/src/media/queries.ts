import type { Media } from '@tocsin/contract/api/media.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import { raiseVersion } from '../database/raise-version.ts'
import type { OrganizationScope } from '../scope.ts'
import type { ReceivedFile } from './upload/receive-file.ts'
import type { MediaSubject } from './subject.ts'
import { getsThumbnail } from './thumbnail-formats.ts'

export interface StoredMedia extends Media {
  hasThumbnail: boolean
}

/** File that was attached with an Idempotency-Key, and the id of its incident or comment. */
export interface KeyedMedia extends StoredMedia {
  incidentId: Uuid | null
  commentId: Uuid | null
}

export const mediaColumns = [
  'id',
  'file_name as fileName',
  'content_type as contentType',
  'size_bytes as sizeBytes',
  sql<string>`encode(sha256, 'hex')`.as('sha256'),
  'has_thumbnail as hasThumbnail',
  'created_at as createdAt',
  'created_by as createdBy',
] as const

/** Picks the fields of a stored file that the API returns. */
export const toMedia = (stored: StoredMedia): Media => ({
  id: stored.id,
  fileName: stored.fileName,
  contentType: stored.contentType,
  sizeBytes: stored.sizeBytes,
  sha256: stored.sha256,
  createdAt: stored.createdAt,
  createdBy: stored.createdBy,
})

/**
 * Finds an incident or comment by its id, and counts its files. Ignores deleted incidents, deleted comments and
 * comments of deleted incidents.
 */
export const findSubject = (
  scope: OrganizationScope,
  subject: MediaSubject,
): Promise<{ id: Uuid; fileCount: number } | undefined> =>
  'incidentId' in subject
    ? livingIncident(scope, subject.incidentId).select(countFiles('incident')).executeTakeFirst()
    : livingComment(scope, subject.commentId).select(countFiles('comment')).executeTakeFirst()

const countFiles = (table: 'incident' | 'incidents' | 'comment' | 'comments') =>
  sql<number>`cardinality(${sql.ref(`${table}.media_ids`)})`.as('fileCount')

const livingSubject = (scope: OrganizationScope, subject: MediaSubject) =>
  'incidentId' in subject ? livingIncident(scope, subject.incidentId) : livingComment(scope, subject.commentId)

const livingIncident = (scope: OrganizationScope, id: Uuid) =>
  scope.database
    .selectFrom('incidents as incident')
    .select('incident.id')
    .where('incident.organization_id', '=', scope.organizationId)
    .where('incident.id', '=', id)
    .where('incident.deleted_at', 'is', null)

const livingComment = (scope: OrganizationScope, id: Uuid) =>
  scope.database
    .selectFrom('comments as comment')
    .innerJoin('incidents as incident', (join) =>
      join
        .onRef('incident.organization_id', '=', 'comment.organization_id')
        .onRef('incident.id', '=', 'comment.related_entity_id'),
    )
    .select('comment.id')
    .where('comment.organization_id', '=', scope.organizationId)
    .where('comment.id', '=', id)
    .where('comment.deleted_at', 'is', null)
    .where('incident.deleted_at', 'is', null)

/** Finds a file of a certain incident or comment. Finds nothing if the file, the incident or the comment is deleted. */
export const findAttached = (
  scope: OrganizationScope,
  subject: MediaSubject,
  mediaId: Uuid,
): Promise<StoredMedia | undefined> =>
  scope.database
    .selectFrom('media')
    .select(mediaColumns)
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', mediaId)
    .where('deleted_at', 'is', null)
    .where('incidentId' in subject ? 'incident_id' : 'comment_id', 'in', livingSubject(scope, subject))
    .executeTakeFirst()

/** Finds a file, even if the file, its incident or its comment is deleted. Signed URLs stay valid after a deletion. */
export const findMedia = (scope: OrganizationScope, id: Uuid): Promise<StoredMedia | undefined> =>
  scope.database
    .selectFrom('media')
    .select(mediaColumns)
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

/**
 * Lists the ids of an incident's files, in the order of attachment.
 * @returns undefined if the incident does not exist or is deleted.
 */
export async function findMediaIds(scope: OrganizationScope, incidentId: Uuid): Promise<Uuid[] | undefined> {
  const row = await livingIncident(scope, incidentId).select('incident.media_ids as mediaIds').executeTakeFirst()
  return row?.mediaIds
}

/** Reads a file for the response to a retry, even if the file, its incident or its comment is deleted. */
export const readEvenDeleted = (scope: OrganizationScope, id: Uuid): Promise<KeyedMedia> =>
  scope.database
    .selectFrom('media')
    .select([...mediaColumns, 'incident_id as incidentId', 'comment_id as commentId'])
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Finds files by their ids. Ignores deleted files. */
export const findMediaById = (scope: OrganizationScope, ids: Uuid[]): Promise<StoredMedia[]> =>
  scope.database
    .selectFrom('media')
    .select(mediaColumns)
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', sql<Uuid>`any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute()

/**
 * Appends the id of a file to the `media_ids` of an incident or comment. The incident then counts as modified.
 * @returns the new number of files, the ids of the incident and the comment, and the new version of the incident. A
 *   file of an incident has no comment id, and a file of a comment has no version. Undefined if the incident or comment
 *   is missing or deleted.
 */
export const appendMediaId = (
  scope: OrganizationScope,
  subject: MediaSubject,
  mediaId: Uuid,
): Promise<{ incidentId: Uuid; commentId: Uuid | null; version: number | null; fileCount: number } | undefined> =>
  'incidentId' in subject
    ? scope.database
        .updateTable('incidents')
        .set({ media_ids: withAppended(mediaId), ...raiseVersion })
        .where('organization_id', '=', scope.organizationId)
        .where('id', '=', subject.incidentId)
        .where('deleted_at', 'is', null)
        .returning(['id as incidentId', sql<null>`null`.as('commentId'), 'version', countFiles('incidents')])
        .executeTakeFirst()
    : scope.database
        .updateTable('comments')
        .set({ media_ids: withAppended(mediaId) })
        .where('organization_id', '=', scope.organizationId)
        .where('id', 'in', livingComment(scope, subject.commentId))
        // Check the comment's own row too, because the comment may be deleted while this statement waits for the row
        // lock.
        .where('deleted_at', 'is', null)
        .returning([
          'related_entity_id as incidentId',
          'id as commentId',
          sql<null>`null`.as('version'),
          countFiles('comments'),
        ])
        .executeTakeFirst()

const withAppended = (mediaId: Uuid) => sql<Uuid[]>`array_append(media_ids, ${mediaId}::uuid)`

export const insertMedia = (
  scope: OrganizationScope,
  subject: MediaSubject,
  file: ReceivedFile,
): Promise<StoredMedia> =>
  scope.database
    .insertInto('media')
    .values({
      organization_id: scope.organizationId,
      id: file.id,
      incident_id: 'incidentId' in subject ? subject.incidentId : null,
      comment_id: 'commentId' in subject ? subject.commentId : null,
      file_name: file.fileName,
      content_type: file.contentType,
      size_bytes: file.sizeBytes,
      sha256: file.sha256,
      has_thumbnail: false,
      thumbnail_due_at: getsThumbnail(file) ? sql<string>`now()` : null,
      created_by: scope.actorId,
    })
    .returning(mediaColumns)
    .executeTakeFirstOrThrow()
