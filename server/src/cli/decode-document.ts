/**
 * Decodes a document as editors and shells write it: UTF-8 with or without a byte order mark, or UTF-16 with a byte
 * order mark.
 * @param name name of the document at the start of the error message.
 * @throws Error for another encoding. Decoding it anyway would put replacement characters into the stored text
 *   unnoticed.
 */
export function decodeDocument(bytes: Buffer, name: string): string {
  const text = decodeStrictly(bytes)
  // UTF-32, and UTF-16 without a byte order mark, have NULs between their letters. Valid documents have no NUL.
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
