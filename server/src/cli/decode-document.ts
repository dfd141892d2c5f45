/**
 * Decodes a document that editors and shells write: UTF-8 with or without a byte order mark, or UTF-16 with one.
 * @param name subject of the error message.
 * @throws Error for another encoding, whose replacement characters would be stored unnoticed.
 */
export function decodeDocument(bytes: Buffer, name: string): string {
  const text = decodeStrictly(bytes)
  // UTF-16 without a mark and UTF-32 have NULs between their letters; valid documents have none.
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
