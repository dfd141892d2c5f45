import type { Comment } from '@tocsin/contract/api/comment.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { newId } from '../database/new-id.ts'
import { recordAttachment } from '../media/record-attachment.ts'
import { storeFiles } from '../media/storage/store-files.ts'
import type { MediaStorage } from '../media/storage/storage.ts'
import { Problem } from '../problem.ts'
import { requestDigest } from '../request-digest.ts'
import type { OrganizationScope } from '../scope.ts'
import { replayOrReject, type Addition } from './add.ts'
import { checkReceivedComment, unlessBlank, type ReceivedComment } from './check-received.ts'

/**
 * Adds a comment of a member of staff to an incident, together with its files. If anything fails, nothing is added. A
 * retry with the same Idempotency-Key adds nothing. A blank message counts as no message.
 * @param scope scope that is not in a transaction, because the files are stored before any row is locked.
 * @throws Problem `too_many_files`, `invalid_request`, `incident_not_found` or `idempotency_key_reused`; any error of
 *   the storage.
 */
export async function addCommentWithFiles(
  scope: OrganizationScope,
  storage: MediaStorage,
  relatedEntityId: Uuid,
  received: ReceivedComment,
  idempotencyKey: string | undefined,
): Promise<Addition> {
  const { files } = received
  const message = unlessBlank(received.message)
  checkReceivedComment({ message, files })
  const requestSha256 = requestDigest({
    relatedEntityId,
    message,
    files: files.map(({ fileName, sha256 }) => [fileName, sha256.toString('hex')]),
  })
  const insert = async (inner: OrganizationScope): Promise<Comment> => {
    const input = {
      id: newId(),
      actorId: inner.actorId,
      keyId: inner.keyId,
      relatedEntityId,
      message,
      madeThroughApi: false,
      idempotencyKey,
      requestSha256,
      textLength: 0,
    }
    const comment = await inner.service.commentInserts.write(inner, input)
    if (!comment) throw new NotInserted()
    for (const file of files) await recordAttachment(inner, { commentId: comment.id }, file)
    return { ...comment, mediaIds: files.map(({ id }) => id) }
  }

  try {
    return { comment: await storeFiles(scope, storage, files, relatedEntityId, insert), isReplay: false }
  } catch (error) {
    if (!(error instanceof NotInserted) && !isIncidentDeleted(error)) throw error
    return replayOrReject(scope, requestSha256, idempotencyKey)
  }
}

/** Thrown to roll the transaction back if the comment was not inserted. */
class NotInserted extends Error {}

/**
 * Returns true for the error of `recordAttachment` about an incident that was deleted just after the comment was
 * inserted.
 */
const isIncidentDeleted = (error: unknown): boolean => error instanceof Problem && error.code === 'comment_not_found'
