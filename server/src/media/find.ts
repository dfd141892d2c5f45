import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { findAttached, findSubject, type StoredMedia } from './queries.ts'
import { subjectNotFound, type MediaSubject } from './subject.ts'

/**
 * Finds a file that is attached to an incident or comment.
 * @throws Problem `incident_not_found` or `comment_not_found` when the subject is missing or deleted; `media_not_found`
 *   when the file is not attached to it.
 * @see docs/contract.md#4.7
 */
export async function findAttachedMedia(
  scope: OrganizationScope,
  subject: MediaSubject,
  mediaId: Uuid,
): Promise<StoredMedia> {
  const media = await findAttached(scope, subject, mediaId)
  if (media) return media
  // The second query only finds the reason, so that the common path stays one round trip.
  throw (await findSubject(scope, subject)) ? new Problem('media_not_found') : subjectNotFound(subject)
}
