import type { Media } from '@tocsin/contract/api/media.ts'
import { violatesUnique } from '../database/sql-state.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { discardFile, receiveFile, type ReceivedFile, type IncomingFile } from './upload/receive-file.ts'
import { recordAttachment } from './record-attachment.ts'
import { storeFiles } from './storage/store-files.ts'
import { findByIdempotencyKey, findSubject, toMedia, type KeyedMedia } from './queries.ts'
import type { MediaStorage } from './storage/storage.ts'
import { subjectNotFound, type MediaSubject } from './subject.ts'

export interface Attachment {
  media: Media
  /** True when the call was a retry and the file was attached already. */
  isReplay: boolean
}

/**
 * Attaches a file to an incident or a comment. Retries with the same Idempotency-Key attach nothing, also on another
 * server. A failure leaves no row, no object and no file.
 * @param scope outside a transaction, so that the file is stored before any row is locked; see `storeFiles`.
 * @param idempotencyKey without one, every call attaches the file.
 * @returns the committed media. A retry returns the file as it was attached, even if it has been deleted since.
 * @throws Problem `incident_not_found` or `comment_not_found` (before the stream is read), `idempotency_key_reused`, or a
 *   problem of `receiveFile`; any error of the storage.
 */
export async function attachMedia(
  scope: OrganizationScope,
  storage: MediaStorage,
  subject: MediaSubject,
  incoming: IncomingFile,
  idempotencyKey?: string,
): Promise<Attachment> {
  // Without a listener, an error before the stream is read would end the process. Reading reports it again.
  incoming.stream.on('error', () => undefined)
  try {
    // In this order, a file attached before the subject was deleted is always found.
    const found = await findSubject(scope, subject)
    const earlier = await findEarlier(scope, idempotencyKey)
    if (!earlier && !found) throw subjectNotFound(subject)
    const file = await receiveFile(storage, incoming)
    try {
      if (earlier) return replay(earlier, subject, file)
      return await attachReceived(scope, storage, subject, file, idempotencyKey)
    } finally {
      await discardFile(file)
    }
  } finally {
    incoming.stream.destroy()
  }
}

async function attachReceived(
  scope: OrganizationScope,
  storage: MediaStorage,
  subject: MediaSubject,
  file: ReceivedFile,
  idempotencyKey: string | undefined,
): Promise<Attachment> {
  try {
    const attachedTo = 'incidentId' in subject ? subject.incidentId : subject.commentId
    const media = await storeFiles(scope, storage, [file], attachedTo, (inner) =>
      recordAttachment(inner, subject, file, idempotencyKey),
    )
    return { media, isReplay: false }
  } catch (error) {
    if (!(error instanceof Problem) && !violatesUnique(error, 'media_idempotency_key')) throw error
    // Another request with the same key has just committed.
    const earlier = await findEarlier(scope, idempotencyKey)
    if (!earlier) throw error
    return replay(earlier, subject, file)
  }
}

const findEarlier = async (scope: OrganizationScope, idempotencyKey: string | undefined) =>
  idempotencyKey === undefined ? undefined : findByIdempotencyKey(scope, idempotencyKey)

/** Answers a retry: the same content and file name for the same incident or comment. */
function replay(earlier: KeyedMedia, subject: MediaSubject, { fileName, sha256 }: ReceivedFile): Attachment {
  const isSame =
    isAttachedTo(earlier, subject) && earlier.fileName === fileName && earlier.sha256 === sha256.toString('hex')
  if (!isSame) throw new Problem('idempotency_key_reused', { mediaId: earlier.id })
  return { media: toMedia(earlier), isReplay: true }
}

const isAttachedTo = (earlier: KeyedMedia, subject: MediaSubject): boolean =>
  'incidentId' in subject ? earlier.incidentId === subject.incidentId : earlier.commentId === subject.commentId
