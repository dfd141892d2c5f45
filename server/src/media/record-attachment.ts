import type { Media } from '@tocsin/contract/api/media.ts'
import { mediaAttached } from '@tocsin/contract/events/media-events.ts'
import { recordEvent } from '../events/record.ts'
import type { OrganizationScope } from '../scope.ts'
import { appendMediaId, insertMedia, toMedia } from './queries.ts'
import { checkFileCount, subjectNotFound, type MediaSubject } from './subject.ts'
import type { ReceivedFile } from './upload/receive-file.ts'

/**
 * Inserts the row of a stored file, adds the file to its incident or comment, and records the event. Call this function
 * in the transaction of `storeFiles`.
 * @throws Problem `incident_not_found`, `comment_not_found` or `too_many_incident_files`.
 */
export async function recordAttachment(
  scope: OrganizationScope,
  subject: MediaSubject,
  file: ReceivedFile,
): Promise<Media> {
  const attachedTo = await appendMediaId(scope, subject, file.id)
  if (!attachedTo) throw subjectNotFound(subject)
  const { fileCount, ...ids } = attachedTo
  // Check the count after the append, which has locked the row, so that simultaneous uploads cannot exceed the maximum.
  checkFileCount(subject, fileCount)

  const media = toMedia(await insertMedia(scope, subject, file))
  const { id: mediaId, fileName, contentType, sizeBytes, sha256 } = media
  await recordEvent(scope, mediaAttached({ ...ids, mediaId, fileName, contentType, sizeBytes, sha256 }))
  return media
}
