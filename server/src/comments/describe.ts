import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { StaffComment } from '@tocsin/contract/events/timeline.ts'
import { describeMedia } from '../media/describe.ts'
import type { UrlsOf } from '../media/download/urls.ts'
import type { OrganizationScope } from '../scope.ts'
import { findComments } from './queries.ts'

/**
 * Reads comments as staff see them: each comment with its files and their signed URLs.
 * @returns the comments, keyed by id. Deleted comments are omitted.
 */
export async function describeComments(
  scope: OrganizationScope,
  ids: Uuid[],
  urlsOf: UrlsOf,
): Promise<Map<Uuid, StaffComment>> {
  if (ids.length === 0) return new Map()
  const comments = await findComments(scope, ids)
  const mediaIds = comments.flatMap((comment) => comment.mediaIds)
  const media = new Map((await describeMedia(scope, mediaIds, urlsOf)).map((each) => [each.id, each]))
  return new Map(
    comments.map((comment) => [
      comment.id,
      { ...comment, media: comment.mediaIds.flatMap((id) => media.get(id) ?? []) },
    ]),
  )
}
