import { Readable } from 'node:stream'
import { filesMaximum } from '@tocsin/contract/limits.ts'
import type { FastifyRequest } from 'fastify'
import { pointerTo } from '../http/bodies/multipart/read-head.ts'
import { readParts, type Part } from '../http/bodies/multipart/read-parts.ts'
import { shorten } from '../shorten.ts'
import { discardFile, receiveFile } from '../media/upload/receive-file.ts'
import type { MediaStorage } from '../media/storage/storage.ts'
import { Problem, violationAt } from '../problem.ts'
import type { ReceivedComment } from './check-received.ts'

/**
 * Reads the multipart body of a new comment: at most one text part named `message`, and up to 10 file parts named
 * `files`. After an error, deletes the files that it has already received.
 * @returns the comment. The caller must call `discardFilesOf` after use.
 * @throws Problem `invalid_request`, `too_many_files`, or a problem of `readParts`, `receiveFile` or `checkAccess`.
 */
export async function receiveComment(request: FastifyRequest, storage: MediaStorage): Promise<ReceivedComment> {
  const comment: ReceivedComment = { message: null, files: [] }
  try {
    for await (const part of readParts(request)) await receivePart(part, comment, storage)
    // Check the user's access again, because a slow upload takes minutes.
    await request.checkAccess()
    return comment
  } catch (error) {
    await discardFilesOf(comment)
    throw error
  }
}

/** Deletes the files of a comment from the upload folder. */
export async function discardFilesOf({ files }: ReceivedComment): Promise<void> {
  await Promise.all(files.map(discardFile))
}

async function receivePart(part: Part, comment: ReceivedComment, storage: MediaStorage): Promise<void> {
  const { name, fileName, isFile } = part
  if (!isFile && name === 'message' && comment.message === null) {
    comment.message = await part.text()
  } else if (isFile && name === 'files') {
    // Check the number of files before the next file is written, so that one request cannot fill the upload folder.
    if (comment.files.length === filesMaximum) throw new Problem('too_many_files')
    comment.files.push(await receiveFile(storage, { fileName, stream: Readable.from(part.bytes()) }))
  } else {
    const kind = isFile ? 'file' : 'field'
    const message = `Only one text part "message" and file parts "files" are allowed, not the ${kind} part "${shorten(name)}".`
    throw new Problem('invalid_request', { violations: [violationAt(pointerTo(name), 'field_not_allowed', message)] })
  }
}
