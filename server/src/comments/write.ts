import type { Comment } from '@tocsin/contract/api/comment.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { newId } from '../database/new-id.ts'
import { attachStored, storeFiles } from '../media/storage/store.ts'
import type { MediaStorage } from '../media/storage/storage.ts'
import { Problem } from '../problem.ts'
import { requestDigest } from '../request-digest.ts'
import type { OrganizationScope } from '../scope.ts'
import { replayOrRefuse, type Addition } from './add.ts'
import { checkWriting, unlessBlank, type Writing } from './check-writing.ts'
import { insertComments } from './queries.ts'

/**
 * Adds what a member of staff has written to an Incident, the message and its files together or nothing of it; once per
 * Idempotency-Key, as through the external API. A blank message is none.
 * @param scope outside of a transaction: the files are stored before anything is locked.
 * @throws Problem what `checkWriting` throws, `incident_not_found` or `idempotency_key_reused`; whatever the storage
 *   fails with.
 */
export async function writeComment(
  scope: OrganizationScope,
  storage: MediaStorage,
  relatedEntityId: Uuid,
  writing: Writing,
  idempotencyKey: string | undefined,
): Promise<Addition> {
  const { files } = writing
  const message = unlessBlank(writing.message)
  checkWriting({ message, files })
  const requestSha256 = requestDigest({
    relatedEntityId,
    message,
    files: files.map(({ fileName, sha256 }) => [fileName, sha256.toString('hex')]),
  })
  const insert = async (inner: OrganizationScope): Promise<Comment> => {
    const input = {
      id: newId(),
      actorId: inner.actorId,
      relatedEntityId,
      message,
      madeThroughApi: false,
      idempotencyKey,
      requestSha256,
    }
    const [comment] = await insertComments(inner, [input])
    if (!comment) throw new NotInserted()
    for (const file of files) await attachStored(inner, { commentId: comment.id }, file)
    return { ...comment, mediaIds: files.map(({ id }) => id) }
  }

  try {
    return { comment: await storeFiles(scope, storage, files, relatedEntityId, insert), isReplay: false }
  } catch (error) {
    if (!(error instanceof NotInserted) && !isGoneAgain(error)) throw error
    return replayOrRefuse(scope, requestSha256, idempotencyKey)
  }
}

/** Thrown to take back what was stored for it. */
class NotInserted extends Error {}

/** Files find no Comment that has just been inserted if its Incident has been deleted since. */
const isGoneAgain = (error: unknown): boolean => error instanceof Problem && error.code === 'comment_not_found'
