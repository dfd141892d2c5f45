import type { Media } from '@tocsin/contract/api/media.ts'
import { claimForCreation, findCreation, KeyUsed } from '../http/idempotency/create-once.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { discardFile, receiveFile, type ReceivedFile, type IncomingFile } from './upload/receive-file.ts'
import { recordAttachment } from './record-attachment.ts'
import { storeFiles } from './storage/store-files.ts'
import { findSubject, readEvenDeleted, toMedia, type KeyedMedia } from './queries.ts'
import type { MediaStorage } from './storage/storage.ts'
import { checkFileCount, subjectNotFound, type MediaSubject } from './subject.ts'

export interface Attachment {
  media: Media
  /** True when the call was a retry, and an earlier call has attached the file. */
  isReplay: boolean
}

/**
 * Attaches a file to an incident or a comment. A retry with the same Idempotency-Key attaches nothing, even if another
 * server receives it. A failed call leaves no database row, no object in the storage and no file in the upload folder.
 * @param scope scope outside a transaction, so that the file is stored before any row is locked; see `storeFiles`.
 * @param idempotencyKey value of the header Idempotency-Key. Without a value, every call attaches the file.
 * @returns the committed media. A retry returns the media of the earlier call, even if its file has been deleted since.
 * @throws Problem `incident_not_found`, `comment_not_found` or `too_many_incident_files` (usually before the stream is
 *   read), Problem `idempotency_key_reused`, a problem of `receiveFile`, or any error of the storage.
 */
export async function attachMedia(
  scope: OrganizationScope,
  storage: MediaStorage,
  subject: MediaSubject,
  incoming: IncomingFile,
  idempotencyKey?: string,
): Promise<Attachment> {
  // Without a listener, an error of the stream would end the process. Ignore the error here, because reading the stream
  // throws it.
  incoming.stream.on('error', () => undefined)
  try {
    // First look for the incident or comment, then for an earlier upload with the same key. In the opposite order, a
    // retry could find neither and receive 404: between its two queries, the earlier upload could end, and another
    // request could delete the incident.
    const found = await findSubject(scope, subject)
    const earlier = await findEarlier(scope, idempotencyKey)
    if (!earlier) {
      if (!found) throw subjectNotFound(subject)
      checkFileCount(subject, found.fileCount + 1)
    }
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
    const media = await storeFiles(scope, storage, [file], attachedTo, async (inner) => {
      if (idempotencyKey !== undefined) await claimForCreation(inner, keyedUpload(idempotencyKey, file))
      return recordAttachment(inner, subject, file)
    })
    return { media, isReplay: false }
  } catch (error) {
    const isRejection = error instanceof KeyUsed || (error instanceof Problem && error.status < 500)
    if (!isRejection) throw error
    // Look again for a request with the same Idempotency-Key, which may have committed since the first check.
    const earlier = await findEarlier(scope, idempotencyKey)
    if (!earlier) throw error
    return replay(earlier, subject, file)
  }
}

const operation = 'attach-incident-media'

const keyedUpload = (key: string, { id, sha256 }: ReceivedFile) => ({
  key,
  operation,
  resourceId: id,
  requestSha256: sha256.toString('hex'),
})

/**
 * Finds the file that an earlier upload attached with the same Idempotency-Key.
 * @throws Problem `idempotency_key_reused` if the key belongs to another operation.
 */
async function findEarlier(
  scope: OrganizationScope,
  idempotencyKey: string | undefined,
): Promise<KeyedMedia | undefined> {
  const earlier = idempotencyKey === undefined ? undefined : await findCreation(scope, idempotencyKey, operation)
  return earlier && readEvenDeleted(scope, earlier.resourceId)
}

/**
 * Returns the media of an earlier call with the same Idempotency-Key.
 * @throws Problem `idempotency_key_reused` if the earlier call had another content, file name, incident or comment.
 */
function replay(earlier: KeyedMedia, subject: MediaSubject, { fileName, sha256 }: ReceivedFile): Attachment {
  const isSame =
    isAttachedTo(earlier, subject) && earlier.fileName === fileName && earlier.sha256 === sha256.toString('hex')
  if (!isSame) throw new Problem('idempotency_key_reused', { mediaId: earlier.id })
  return { media: toMedia(earlier), isReplay: true }
}

const isAttachedTo = (earlier: KeyedMedia, subject: MediaSubject): boolean =>
  'incidentId' in subject ? earlier.incidentId === subject.incidentId : earlier.commentId === subject.commentId
