import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { readParts, type Part } from '../../http/bodies/multipart/read-parts.ts'
import { shorten } from '../../shorten.ts'
import { Problem } from '../../problem.ts'
import type { IncomingFile } from './receive-file.ts'

/**
 * Reads a multipart body up to the start of its file. The returned stream reads the rest of the body.
 * @throws Problem `file_missing` if the body does not start with a file part named `file`, or a problem of `readParts`.
 *   The stream fails with `file_missing` if another part follows the file, or with a problem of `readParts` or
 *   `checkAccess`.
 */
export async function readUpload(request: FastifyRequest): Promise<IncomingFile> {
  const parts = readParts(request)
  const { value: part } = await parts.next()
  if (!part) throw new Problem('file_missing')
  if (!part.isFile || part.name !== 'file') throw unexpected('a', part)
  return { fileName: part.fileName, stream: Readable.from(onlyFile(part, parts, request)) }
}

async function* onlyFile(
  part: Part,
  parts: AsyncGenerator<Part, void, undefined>,
  request: FastifyRequest,
): AsyncGenerator<Buffer> {
  yield* part.bytes()
  const { value: another } = await parts.next()
  if (another) throw unexpected('also a', another)
  // Check the access again, because a slow upload takes minutes.
  await request.checkAccess()
}

const unexpected = (article: 'a' | 'also a', { isFile, name }: Part): Problem =>
  new Problem('file_missing', {
    detail:
      'Send one file part named "file" and nothing else; ' +
      `there is ${article} ${isFile ? 'file' : 'field'} part named "${shorten(name)}".`,
  })
