import type { Media } from '@tocsin/contract/api/media.ts'
import { violatesUnique } from '../database/sql-state.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { dropFile, examineFile, type ExaminedFile, type NewFile } from './upload/examine.ts'
import { attachStored, storeFiles } from './storage/store.ts'
import { findKeyed, findSubject, toMedia, type KeyedMedia, type MediaSubject } from './queries.ts'
import type { MediaStorage } from './storage/storage.ts'
import { subjectNotFound } from './subject-not-found.ts'

export interface Attachment {
  media: Media
  /** The file was attached already: this was a retry. */
  isReplay: boolean
}

/**
 * Attaches a file to an Incident or a Comment, once per Idempotency-Key, however often and on whichever server it is
 * called. A failure leaves nothing behind: no row, no object, no file.
 * @param scope outside of a transaction, so that the file is stored before anything is locked; as for `storeFiles`.
 * @param idempotencyKey undefined: every call attaches.
 * @returns the Media, committed; on a retry, the file as it was attached, whatever has happened to it since.
 * @throws Problem `incident_not_found` or `comment_not_found` (before the stream is read), `idempotency_key_reused`, or
 *   what `examineFile` throws; whatever the storage fails with.
 */
export async function attachMedia(
  scope: OrganizationScope,
  storage: MediaStorage,
  subject: MediaSubject,
  newFile: NewFile,
  idempotencyKey?: string,
): Promise<Attachment> {
  // If it fails before it is read, the reading fails too; without a listener the error would end the process.
  newFile.stream.on('error', () => undefined)
  try {
    // The subject first: once it is gone, what was attached to it before is found.
    const found = await findSubject(scope, subject)
    const earlier = await findEarlier(scope, idempotencyKey)
    if (!earlier && !found) throw subjectNotFound(subject)
    const file = await examineFile(storage, newFile)
    try {
      if (earlier) return replay(earlier, subject, file)
      return await attachExamined(scope, storage, subject, file, idempotencyKey)
    } finally {
      await dropFile(file)
    }
  } finally {
    newFile.stream.destroy()
  }
}

async function attachExamined(
  scope: OrganizationScope,
  storage: MediaStorage,
  subject: MediaSubject,
  file: ExaminedFile,
  idempotencyKey: string | undefined,
): Promise<Attachment> {
  try {
    const attachedTo = 'incidentId' in subject ? subject.incidentId : subject.commentId
    const media = await storeFiles(scope, storage, [file], attachedTo, (inner) =>
      attachStored(inner, subject, file, idempotencyKey),
    )
    return { media, isReplay: false }
  } catch (error) {
    if (!(error instanceof Problem) && !violatesUnique(error, 'media_idempotency_key')) throw error
    // Two retries arrived at once, and the other one has just committed.
    const earlier = await findEarlier(scope, idempotencyKey)
    if (!earlier) throw error
    return replay(earlier, subject, file)
  }
}

const findEarlier = async (scope: OrganizationScope, idempotencyKey: string | undefined) =>
  idempotencyKey === undefined ? undefined : findKeyed(scope, idempotencyKey)

/** A retry has the same file under the same name for the same Incident or Comment. */
function replay(earlier: KeyedMedia, subject: MediaSubject, { fileName, sha256 }: ExaminedFile): Attachment {
  const isSame =
    isAttachedTo(earlier, subject) && earlier.fileName === fileName && earlier.sha256 === sha256.toString('hex')
  if (!isSame) throw new Problem('idempotency_key_reused', { mediaId: earlier.id })
  return { media: toMedia(earlier), isReplay: true }
}

const isAttachedTo = (earlier: KeyedMedia, subject: MediaSubject): boolean =>
  'incidentId' in subject ? earlier.incidentId === subject.incidentId : earlier.commentId === subject.commentId
