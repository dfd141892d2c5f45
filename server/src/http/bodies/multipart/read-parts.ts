import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { Dicer } from '@fastify/busboy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../../problem.ts'
import { fragmentedBody, rejectFragmentedBody } from '../reject-fragmented-body.ts'
import { unsupportedContentType } from '../../problems/unsupported-content-type.ts'
import { decode, invalid, pointerTo, readHead, type PartHead, type RawHeaders } from './read-head.ts'

/** Part of a multipart form. Read its bytes before the next part, or end the iteration. */
export interface Part extends PartHead {
  /**
   * Reads the bytes of the part.
   * @throws Problem `file_missing` when the body ends too early.
   */
  bytes(): AsyncGenerator<Buffer>
  /**
   * Reads the part as text.
   * @throws Problem `invalid_encoding` when the text is not UTF-8, `invalid_request` when the text contains NUL or has
   *   more than 64 KiB.
   */
  text(): Promise<string>
}

const mediaType = /^multipart\/form-data\s*(?:;|$)/i
const boundaryParameter = /;\s*boundary\s*=\s*(?:"([^"]{1,200})"|([^\s";]{1,200}))\s*(?:;|$)/i
const textMaximumBytes = 64 * 1024
/**
 * Maximum number of parts, far more than any operation uses. Without the maximum, a form could have a hundred thousand
 * empty parts.
 */
const partsMaximum = 100
/**
 * Maximum size of the headers that the parser accepts. It exceeds the limit of `readHead`, because only `readHead`
 * reports headers that are too long.
 */
const headerMaximumBytes = 64 * 1024

/** Makes the operations of a Fastify context accept multipart bodies and no other bodies. */
export function acceptMultipart(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null))
}

/**
 * Reads a multipart body part by part, as fast as the caller reads the parts.
 * @throws Problem `unsupported_content_type` for another content type, `file_missing` when the body cannot be read to
 *   its end, and the problems of `readHead`.
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

/**
 * Opens the parts of a body one after another. The iteration and the stream of the current part fail if the body ends
 * too early or is not multipart.
 */
function openParts(body: IncomingMessage, boundary: string): AsyncIterable<OpenPart> {
  // Use a variable, because TypeScript would reject `maxHeaderSize` in an object literal: the library's type lacks it.
  // With the low `highWaterMark`, `write` parses each piece of the body immediately. Otherwise, the parser would parse
  // a piece later, where nobody catches the error of a form with too many parts.
  const settings = { boundary, maxHeaderSize: headerMaximumBytes, highWaterMark: 1 }
  const parser = new Dicer(settings)
  const parts = new Readable({ objectMode: true, read: () => undefined })
  let current: Readable | undefined
  let headless = 0
  let count = 0
  const fail = (error: Error) => {
    parts.destroy(error)
    current?.destroy(error)
  }
  parser.on('part', (stream) => {
    headless++
    // The reader of the part reports the error. Without a listener here, the error would end the process.
    stream.on('error', () => undefined)
    // Throw, so that the parser does not parse the rest of the piece.
    if (++count > partsMaximum) throw invalid('', 'too_long', `The form has more than ${partsMaximum} parts.`)
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
  body.on('data', (piece: Buffer) => {
    if (parts.destroyed) return
    try {
      if (parser.write(piece)) return
      body.pause()
      parser.once('drain', () => body.resume())
    } catch (error) {
      fail(error as Error)
    }
  })
  body.on('end', () => parser.end())
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
