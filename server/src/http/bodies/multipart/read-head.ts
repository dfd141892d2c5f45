import { isUtf8 } from 'node:buffer'
import type { ProblemCode, ViolationCode } from '@tocsin/contract/api/problem.ts'
import { Problem, violationAt } from '../../../problem.ts'
import { isStorableText } from '@tocsin/contract/storable-text.ts'
import { shorten } from '../../../shorten.ts'
import { pointerStep } from '../../problems/pointer-step.ts'
import { readDisposition } from './read-disposition.ts'

/** Header values of a part, keyed by header name. Each character stands for one byte. */
export type RawHeaders = Record<string, string[]>

export interface PartHead {
  name: string
  /** File name as sent, possibly with a path or control characters; undefined for a part without a file name. */
  fileName: string | undefined
  isFile: boolean
}

const sizeMaximumBytes = 16 * 1024

/**
 * Reads the headers of one part of a multipart form.
 * @throws Problem `invalid_encoding` for text that is not UTF-8. Problem `invalid_request` for headers that are too
 *   long, lack or repeat the field name, contain NUL, or declare a transfer encoding such as base64.
 * @see RFC 7578, 4
 */
export function readHead(headers: RawHeaders): PartHead {
  const entries = Object.entries(headers)
  const sizeBytes = entries.flat(2).reduce((sum, text) => sum + text.length, 0)
  if (sizeBytes > sizeMaximumBytes) throw invalid('', 'too_long', 'The headers of a part have more than 16 KiB.')
  const [disposition, ...others] = headers['content-disposition'] ?? []
  const parameters = disposition !== undefined && others.length === 0 ? readDisposition(disposition) : undefined
  if (parameters?.name === undefined) {
    const needed = 'Each part needs one header Content-Disposition: form-data; name="…", with each parameter once.'
    throw invalid('', 'invalid_format', needed)
  }

  const name = decode(parameters.name, '', 'The name of a part')
  const pointer = pointerTo(name)
  const fileName = parameters.fileName === undefined ? undefined : decode(parameters.fileName, pointer, 'The file name')
  for (const text of entries.flat(2)) decode(text, pointer, 'A header of the part')
  rejectTransferEncoding(headers['content-transfer-encoding'], pointer)
  const [contentType = 'text/plain'] = headers['content-type'] ?? []
  const isFile = fileName !== undefined || /^application\/octet-stream\b/i.test(contentType)
  if (!isFile) rejectOtherCharset(contentType, pointer)
  return { name, fileName, isFile }
}

export const pointerTo = (name: string): string => `/${pointerStep(name)}`

/**
 * Decodes text that must be UTF-8 and must not contain NUL.
 * @param raw the bytes of the text, one byte per character.
 * @param subject name of the text, for the beginning of the error message.
 * @throws Problem `invalid_encoding` or `invalid_request`.
 */
export function decode(raw: string, pointer: string, subject: string): string {
  const bytes = Buffer.from(raw, 'latin1')
  if (!isUtf8(bytes)) throw invalid(pointer, 'invalid_text', `${subject} is not UTF-8.`, 'invalid_encoding')
  const text = bytes.toString('utf8')
  if (!isStorableText(text)) throw invalid(pointer, 'invalid_text', `${subject} contains NUL, which cannot be stored.`)
  return text
}

export const invalid = (
  pointer: string,
  code: ViolationCode,
  message: string,
  problem: ProblemCode = 'invalid_request',
): Problem => new Problem(problem, { violations: [violationAt(pointer, code, message)] })

/**
 * Rejects a transfer encoding such as base64, which RFC 7578, 4.7 deprecates. If the server ignored it, the base64 text
 * would be stored instead of the file.
 */
function rejectTransferEncoding(encodings: string[] = [], pointer: string): void {
  const coded = encodings.find((encoding) => !/^\s*(7bit|8bit|binary)?\s*$/i.test(encoding))
  if (coded === undefined) return
  const message = `Send the bytes as they are, without Content-Transfer-Encoding: ${shorten(coded)}.`
  throw invalid(pointer, 'not_allowed_value', message)
}

function rejectOtherCharset(contentType: string, pointer: string): void {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1]
  if (charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset)) return
  throw invalid(pointer, 'invalid_text', `Send the text as UTF-8, not as ${shorten(charset)}.`, 'invalid_encoding')
}
