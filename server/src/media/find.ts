import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { findAttached, findSubject, type StoredMedia } from './queries.ts'
import { subjectNotFound, type MediaSubject } from './subject.ts'

/**
 * Finds a file that is attached to a certain incident or comment.
 * @throws Problem `incident_not_found` or `comment_not_found` when the incident or comment is missing or deleted.
 *   Problem `media_not_found` when the file is not attached to this incident or comment.
 * @see docs/contract.md#4.7
 */
export async function findAttachedMedia(
  scope: OrganizationScope,
  subject: MediaSubject,
  mediaId: Uuid,
): Promise<StoredMedia> {
  const media = await findAttached(scope, subject, mediaId)
  if (media) return media
  // If the file is not found, find the reason with another query, so that a successful call takes one round trip.
  throw (await findSubject(scope, subject)) ? new Problem('media_not_found') : subjectNotFound(subject)
}
