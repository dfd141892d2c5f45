import { Readable } from 'node:stream'
import type { Multipart } from '@fastify/multipart'
import { messageMaxLength } from '@tocsin/contract/limits.ts'
import type { Violation } from '@tocsin/contract/problem.ts'
import type { FastifyRequest } from 'fastify'
import { isStorableText } from '../http/json-body.ts'
import { dropFile, examineFile, type ExaminedFile } from '../media/examine.ts'
import type { MediaStorage } from '../media/storage.ts'
import { bytesOf, nextPart } from '../media/upload.ts'
import { Problem, violationAt } from '../problem.ts'

/** How many files one Comment takes. */
const filesMaximum = 10

/** What somebody has written, complete and checked, its files in the upload folder. */
export interface Writing {
  message: string | null
  files: ExaminedFile[]
}

/**
 * Reads the multipart body of a Comment: at most one text part `message`, up to 10 file parts `files`, at least one of
 * either. Nothing is left of the files when it is refused.
 * @returns to be dropped with `dropWriting`, whatever becomes of it.
 * @throws Problem `unsupported_content_type`, `invalid_request`, `too_many_files`, or what `examineFile` throws.
 */
export async function receiveWriting(request: FastifyRequest, storage: MediaStorage): Promise<Writing> {
  if (!request.isMultipart()) throw new Problem('unsupported_content_type')
  const writing: Writing = { message: null, files: [] }
  try {
    const parts = request.parts()
    for (let part = await nextPart(parts); part; part = await nextPart(parts)) await receivePart(part, writing, storage)
    const violations = faultsOf(writing)
    if (violations.length > 0) throw new Problem('invalid_request', { violations })
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
    if (writing.files.length === filesMaximum) throw new Problem('too_many_files')
    writing.files.push(await examineFile(storage, { fileName: part.filename, stream: Readable.from(bytesOf(part)) }))
  } else {
    const message = `There may be one text part "message" and file parts "files", and no ${part.type} "${part.fieldname}" besides.`
    throw new Problem('invalid_request', {
      violations: [violationAt(`/${part.fieldname}`, 'field_not_allowed', message)],
    })
  }
}

function faultsOf(writing: Writing): Violation[] {
  const message = writing.message ?? ''
  if (message.trim() === '') {
    writing.message = null
    return writing.files.length > 0 ? [] : [violationAt('/message', 'required', 'Write something, or attach a file.')]
  }
  if (!isStorableText(message)) return [violationAt('/message', 'invalid_text')]
  if ([...message].length <= messageMaxLength) return []
  return [violationAt('/message', 'too_long', `A message has at most ${messageMaxLength} characters.`)]
}
