/**
 * Decodes a document as editors and shells write it: UTF-8 or UTF-16 with a byte order mark, or UTF-8 without.
 * @param name subject of the sentence that refuses it.
 * @throws Error for another encoding: replacement characters would be stored unnoticed.
 */
export function decodeDocument(bytes: Buffer, name: string): string {
  const text = decodeStrictly(bytes)
  // UTF-16 without a mark and UTF-32 have NULs between their letters; no document has one.
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
