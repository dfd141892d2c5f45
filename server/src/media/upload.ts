import { Readable } from 'node:stream'
import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { unsupportedContentType } from '../http/unsupported-content-type.ts'
import { Problem } from '../problem.ts'
import type { NewFile } from './examine.ts'

/** The operations of this context take multipart bodies and no others. */
export async function takeMultipart(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers()
  // How large a file may be is decided where it is written.
  await app.register(multipart, { limits: { fileSize: Infinity }, preservePath: true })
  // The parser, which nobody reads from any more, would keep the rest of a refused upload in memory or stall the
  // connection: it is read and discarded.
  app.addHook('onSend', async ({ raw }) => void raw.unpipe().resume())
}

/**
 * Reads a multipart body up to its file, whose bytes are still to come. The stream ends only when the whole body has
 * been read and contained nothing else.
 * @throws Problem `unsupported_content_type`, or `file_missing` for anything but exactly one file part named `file`;
 *   the stream fails with the same.
 */
export async function readUpload(request: FastifyRequest): Promise<NewFile> {
  if (!request.isMultipart()) throw unsupportedContentType(request)
  const parts = request.parts()
  const part = await nextPart(parts)
  if (!part) throw new Problem('file_missing')
  if (part.type !== 'file' || part.fieldname !== 'file') throw unexpected('a', part)
  return { fileName: part.filename, stream: Readable.from(onlyFile(part, parts)) }
}

/**
 * The next part of a multipart body; undefined at its end.
 * @throws Problem `file_missing` when the body cannot be read any further.
 */
export async function nextPart(parts: AsyncIterator<Multipart>): Promise<Multipart | undefined> {
  try {
    const { done, value } = await parts.next()
    return done ? undefined : value
  } catch (error) {
    throw unreadable(error)
  }
}

async function* onlyFile(part: MultipartFile, parts: AsyncIterator<Multipart>): AsyncGenerator<Buffer> {
  yield* bytesOf(part)
  const another = await nextPart(parts)
  if (another) throw unexpected('also a', another)
}

/** The bytes of one file part, which fail with a Problem when they break off. */
export async function* bytesOf({ file }: MultipartFile): AsyncGenerator<Buffer> {
  try {
    yield* file as AsyncIterable<Buffer>
  } catch (error) {
    throw unreadable(error)
  }
}

const unexpected = (article: 'a' | 'also a', { type, fieldname }: Multipart): Problem =>
  new Problem('file_missing', {
    detail: `Send one file part named "file" and nothing else; there is ${article} ${type} part named "${fieldname}".`,
  })

const unreadable = (cause: unknown): Problem =>
  new Problem('file_missing', { detail: `The multipart body cannot be read: ${(cause as Error).message}.`, cause })
