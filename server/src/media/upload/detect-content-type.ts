import { createReadStream } from 'node:fs'
import { readImageBrand } from './image-brand.ts'

const unknownType = 'application/octet-stream'
const sniffingMaximumMs = 5_000

/**
 * Detects what a file is from its content alone.
 * @returns a media type; `text/plain` for text in UTF-8 of no known format (so HTML, too, is only text), and
 *   `application/octet-stream` for what is unknown or empty.
 */
export async function detectContentType(path: string, sizeBytes: number): Promise<string> {
  if (sizeBytes === 0) return unknownType
  return (
    (await readImageBrand(path)) ?? (await knownType(path)) ?? ((await isPlainText(path)) ? 'text/plain' : unknownType)
  )
}

async function knownType(path: string): Promise<string | undefined> {
  // Loaded with the first file: it takes 8 MiB, and many servers never see one.
  const { fileTypeFromFile } = await import('file-type')
  try {
    const type = await fileTypeFromFile(path, { signal: AbortSignal.timeout(sniffingMaximumMs) })
    return type?.mime
  } catch {
    // A file that only begins like a known format has no known format.
    return undefined
  }
}

/** What no text has: control characters other than white space and escape. */
// oxlint-disable-next-line no-control-regex
const binaryCharacter = /[\0-\x08\x0E-\x1A\x1C-\x1F\x7F]/

async function isPlainText(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
      if (binaryCharacter.test(decoder.decode(piece, { stream: true }))) return false
    }
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}
