import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { readParts, type Part } from '../../http/bodies/multipart/read-parts.ts'
import { shorten } from '../../shorten.ts'
import { Problem } from '../../problem.ts'
import type { NewFile } from './examine.ts'

/**
 * Reads a multipart body up to its file, whose bytes are still to come. The stream ends only when the whole body has
 * been read and contained nothing else.
 * @throws Problem `file_missing` for anything but exactly one file part named `file`, or what `readParts` throws; the
 *   stream fails with the same.
 */
export async function readUpload(request: FastifyRequest): Promise<NewFile> {
  const parts = readParts(request)
  const { value: part } = await parts.next()
  if (!part) throw new Problem('file_missing')
  if (!part.isFile || part.name !== 'file') throw unexpected('a', part)
  return { fileName: part.fileName, stream: Readable.from(onlyFile(part, parts)) }
}

async function* onlyFile(part: Part, parts: AsyncGenerator<Part, void, undefined>): AsyncGenerator<Buffer> {
  yield* part.bytes()
  const { value: another } = await parts.next()
  if (another) throw unexpected('also a', another)
}

const unexpected = (article: 'a' | 'also a', { isFile, name }: Part): Problem =>
  new Problem('file_missing', {
    detail:
      'Send one file part named "file" and nothing else; ' +
      `there is ${article} ${isFile ? 'file' : 'field'} part named "${shorten(name)}".`,
  })
