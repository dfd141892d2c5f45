import { Readable } from 'node:stream'
import { filesMaximum } from '@tocsin/contract/limits.ts'
import type { FastifyRequest } from 'fastify'
import { pointerTo } from '../http/bodies/multipart/read-head.ts'
import { readParts, type Part } from '../http/bodies/multipart/read-parts.ts'
import { shorten } from '../shorten.ts'
import { dropFile, examineFile } from '../media/upload/examine.ts'
import type { MediaStorage } from '../media/storage/storage.ts'
import { Problem, violationAt } from '../problem.ts'
import type { Writing } from './check-writing.ts'

/**
 * Reads the multipart body of a comment: at most one text part `message`, up to 10 file parts `files`. Nothing is left of
 * the files when it is refused.
 * @returns the writing, which the caller must drop with `dropWriting`.
 * @throws Problem `invalid_request`, `too_many_files`, or what `readParts` and `examineFile` throw.
 */
export async function receiveWriting(request: FastifyRequest, storage: MediaStorage): Promise<Writing> {
  const writing: Writing = { message: null, files: [] }
  try {
    for await (const part of readParts(request)) await receivePart(part, writing, storage)
    return writing
  } catch (error) {
    await dropWriting(writing)
    throw error
  }
}

export async function dropWriting({ files }: Writing): Promise<void> {
  await Promise.all(files.map(dropFile))
}

async function receivePart(part: Part, writing: Writing, storage: MediaStorage): Promise<void> {
  const { name, fileName, isFile } = part
  if (!isFile && name === 'message' && writing.message === null) {
    writing.message = await part.text()
  } else if (isFile && name === 'files') {
    // Here already, so that nobody fills the upload folder.
    if (writing.files.length === filesMaximum) throw new Problem('too_many_files')
    writing.files.push(await examineFile(storage, { fileName, stream: Readable.from(part.bytes()) }))
  } else {
    const kind = isFile ? 'file' : 'field'
    const message = `Only one text part "message" and file parts "files" are allowed, not the ${kind} part "${shorten(name)}".`
    throw new Problem('invalid_request', { violations: [violationAt(pointerTo(name), 'field_not_allowed', message)] })
  }
}
