import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { findAttached, findSubject, type StoredMedia, type MediaSubject } from './queries.ts'
import { subjectNotFound } from './subject-not-found.ts'

/**
 * Finds a file where it is attached.
 * @throws Problem `incident_not_found` or `comment_not_found`, also for a deleted one; `media_not_found` when the file
 *   is not attached to it.
 * @see specification 4.7
 */
export async function findAttachedMedia(
  scope: OrganizationScope,
  subject: MediaSubject,
  mediaId: Uuid,
): Promise<StoredMedia> {
  const media = await findAttached(scope, subject, mediaId)
  if (media) return media
  // Why there is none is asked only then: the common path stays one round trip.
  throw (await findSubject(scope, subject)) ? new Problem('media_not_found') : subjectNotFound(subject)
}
