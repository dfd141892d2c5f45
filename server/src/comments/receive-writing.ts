import { Readable } from 'node:stream'
import type { Multipart } from '@fastify/multipart'
import { filesMaximum } from '@tocsin/contract/limits.ts'
import type { FastifyRequest } from 'fastify'
import { unsupportedContentType } from '../http/unsupported-content-type.ts'
import { dropFile, examineFile } from '../media/examine.ts'
import type { MediaStorage } from '../media/storage.ts'
import { bytesOf, nextPart } from '../media/upload.ts'
import { Problem, violationAt } from '../problem.ts'
import type { Writing } from './check-writing.ts'

/**
 * Reads the multipart body of a Comment: at most one text part `message`, up to 10 file parts `files`. Nothing is left of
 * the files when it is refused.
 * @returns to be dropped with `dropWriting`, whatever becomes of it.
 * @throws Problem `unsupported_content_type`, `invalid_request`, `too_many_files`, or what `examineFile` throws.
 */
export async function receiveWriting(request: FastifyRequest, storage: MediaStorage): Promise<Writing> {
  if (!request.isMultipart()) throw unsupportedContentType(request)
  const writing: Writing = { message: null, files: [] }
  try {
    const parts = request.parts()
    for (let part = await nextPart(parts); part; part = await nextPart(parts)) await receivePart(part, writing, storage)
    return writing
  } catch (error) {
    await dropWriting(writing)
    throw error
  }
}

export async function dropWriting({ files }: Writing): Promise<void> {
  await Promise.all(files.map(dropFile))
}

async function receivePart(part: Multipart, writing: Writing, storage: MediaStorage): Promise<void> {
  if (part.type === 'field' && part.fieldname === 'message' && writing.message === null) {
    writing.message = String(part.value)
  } else if (part.type === 'file' && part.fieldname === 'files') {
    // Here already, so that nobody fills the upload folder.
    if (writing.files.length === filesMaximum) throw new Problem('too_many_files')
    writing.files.push(await examineFile(storage, { fileName: part.filename, stream: Readable.from(bytesOf(part)) }))
  } else {
    const message = `Only one text part "message" and file parts "files" are allowed, not the ${part.type} part "${part.fieldname}".`
    throw new Problem('invalid_request', {
      violations: [violationAt(`/${part.fieldname}`, 'field_not_allowed', message)],
    })
  }
}
