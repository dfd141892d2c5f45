import { Readable } from 'node:stream'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Problem } from '../problem.ts'
import type { NewFile } from './attach.ts'

/**
 * Reads a multipart body up to its file, whose bytes are still to come. They end only when the whole body has been read
 * and nothing else was in it.
 * @throws Problem `unsupported_content_type`, or `file_missing` for anything but exactly one file part named `file`; the
 *   stream fails with the same.
 */
export async function readUpload(request: FastifyRequest): Promise<NewFile> {
  if (!request.isMultipart()) throw new Problem('unsupported_content_type')
  const parts = request.parts()
  const part = await nextPart(parts)
  if (!part) throw new Problem('file_missing')
  if (part.type !== 'file' || part.fieldname !== 'file') throw unexpected(part)
  return { fileName: part.filename, stream: Readable.from(onlyFile(part, parts)) }
}

/**
 * Reads and forgets what is left of a refused upload. The parser, which nobody reads from any more, would keep it in
 * memory or hold the connection up.
 */
export function dropUpload(request: FastifyRequest): void {
  request.raw.unpipe()
  request.raw.resume()
}

async function nextPart(parts: AsyncIterator<Multipart>): Promise<Multipart | undefined> {
  try {
    const { done, value } = await parts.next()
    return done ? undefined : value
  } catch (error) {
    throw unreadable(error)
  }
}

async function* onlyFile({ file }: MultipartFile, parts: AsyncIterator<Multipart>): AsyncGenerator<Buffer> {
  try {
    yield* file as AsyncIterable<Buffer>
  } catch (error) {
    throw unreadable(error)
  }
  const another = await nextPart(parts)
  if (another) throw unexpected(another)
}

const unexpected = ({ type, fieldname }: Multipart): Problem =>
  new Problem('file_missing', {
    detail: `Send one file part named "file" and nothing else; there is a ${type} part named "${fieldname}".`,
  })

const unreadable = (cause: unknown): Problem =>
  new Problem('file_missing', { detail: `The multipart body cannot be read: ${(cause as Error).message}.`, cause })
