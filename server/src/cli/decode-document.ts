/**
 * Decodes a document in the encodings that editors and shells write: UTF-8 with or without a byte order mark, and
 * UTF-16 with a byte order mark.
 * @param name name of the document, with which the error message begins.
 * @throws Error for any other encoding, because a lenient decoder would replace characters of the stored text without
 *   an error.
 */
export function decodeDocument(bytes: Buffer, name: string): string {
  const text = decodeStrictly(bytes)
  // UTF-32, and UTF-16 without a byte order mark, decode to text with NUL characters. Valid documents have none.
  if (text === undefined || text.includes('\0')) throw new Error(`${name} is not UTF-8 text.`)
  return text
}

function decodeStrictly(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
}
