import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { Dicer } from '@fastify/busboy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../../problem.ts'
import { fragmentedBody, rejectFragmentedBody } from '../reject-fragmented-body.ts'
import { unsupportedContentType } from '../../problems/unsupported-content-type.ts'
import { decode, invalid, pointerTo, readHead, type PartHead, type RawHeaders } from './read-head.ts'

/** Part of a form. Read its bytes, or end the iteration, before the next part. */
export interface Part extends PartHead {
  /** @throws Problem `file_missing` when the body breaks off. */
  bytes(): AsyncGenerator<Buffer>
  /**
   * @throws Problem `invalid_encoding` when it is not UTF-8, `invalid_request` when it contains NUL or more than 64 KiB.
   */
  text(): Promise<string>
}

const mediaType = /^multipart\/form-data\s*(?:;|$)/i
const boundaryParameter = /;\s*boundary\s*=\s*(?:"([^"]{1,200})"|([^\s";]{1,200}))\s*(?:;|$)/i
const textMaximumBytes = 64 * 1024
/** Allows far more parts than any operation uses; an unlimited form could have a hundred thousand empty ones. */
const partsMaximum = 100
/** Exceeds the limit of `readHead`, so that `readHead` sees the whole header that it rejects. */
const headerMaximumBytes = 64 * 1024

/** Makes the operations of a context accept multipart bodies and no others. */
export function acceptMultipart(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null))
  // Read and discard the rest of a rejected upload: left in the parser, it would fill the memory or stall the connection.
  app.addHook('onSend', async ({ raw }) => void raw.unpipe().resume())
}

/**
 * Reads a multipart body part by part, as fast as the caller reads the parts.
 * @throws Problem `unsupported_content_type`; `file_missing` when the body cannot be read any further; the problems of
 *   `readHead`.
 */
export async function* readParts(request: FastifyRequest): AsyncGenerator<Part, void, undefined> {
  const contentType = request.headers['content-type'] ?? ''
  if (!mediaType.test(contentType)) throw unsupportedContentType(request)
  const [, quoted, bare] = boundaryParameter.exec(contentType) ?? []
  const boundary = quoted ?? bare
  if (boundary === undefined) throw unreadable(new Error('Content-Type names no boundary'))
  try {
    for await (const { stream, headers } of openParts(request.raw, boundary)) {
      const head = readHead(headers)
      const bytes = () => bytesOf(stream)
      yield { ...head, bytes, text: () => textOf(head.name, bytes()) }
    }
  } catch (error) {
    throw unreadable(error)
  }
}

interface OpenPart {
  stream: Readable
  headers: RawHeaders
}

/** Opens the parts of a body. Fails, together with the current part, when the body breaks off or is no multipart. */
function openParts(body: IncomingMessage, boundary: string): AsyncIterable<OpenPart> {
  // The library's types lack `maxHeaderSize`.
  const settings = { boundary, maxHeaderSize: headerMaximumBytes }
  const parser = new Dicer(settings)
  const parts = new Readable({ objectMode: true, read: () => undefined })
  let current: Readable | undefined
  let headless = 0
  let count = 0
  const fail = (error: Error) => {
    body.unpipe(parser)
    parts.destroy(error)
    current?.destroy(error)
  }
  parser.on('part', (stream) => {
    headless++
    if (++count === partsMaximum + 1) fail(invalid('', 'too_long', `The form has more than ${partsMaximum} parts.`))
    // The reader of the part reports the error; without a listener it would end the process.
    stream.on('error', () => undefined)
    stream.on('header', (headers) => {
      headless--
      current = stream
      parts.push({ stream, headers })
    })
  })
  parser.on('finish', () => (headless > 0 ? fail(new Error('A part has no headers')) : parts.push(null)))
  parser.on('error', fail)
  body.on('error', fail)
  body.on('close', () => {
    if (!body.readableEnded) fail(new Error('The connection was closed'))
  })
  rejectFragmentedBody(body, () => fail(fragmentedBody()))
  body.pipe(parser)
  return parts
}

async function* bytesOf(stream: Readable): AsyncGenerator<Buffer> {
  try {
    yield* stream as AsyncIterable<Buffer>
  } catch (error) {
    throw unreadable(error)
  }
}

async function textOf(name: string, bytes: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = []
  let sizeBytes = 0
  for await (const piece of bytes) {
    sizeBytes += piece.length
    if (sizeBytes > textMaximumBytes) throw invalid(pointerTo(name), 'too_long', 'The text has more than 64 KiB.')
    pieces.push(piece)
  }
  return decode(Buffer.concat(pieces).toString('latin1'), pointerTo(name), 'The text')
}

const unreadable = (cause: unknown): Problem =>
  cause instanceof Problem
    ? cause
    : new Problem('file_missing', { detail: `The multipart body cannot be read: ${(cause as Error).message}.`, cause })
