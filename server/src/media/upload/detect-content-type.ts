import { createReadStream } from 'node:fs'
import { readImageBrand } from './image-brand.ts'

const unknownType = 'application/octet-stream'
const sniffingMaximumMs = 5_000

/**
 * Detects the media type of a file. Looks only at the content of the file, not at its name.
 * @returns a known media type, `text/plain` for any other UTF-8 text (such as HTML), or `application/octet-stream` for
 *   an empty file and for a file in an unknown format.
 */
export async function detectContentType(path: string, sizeBytes: number): Promise<string> {
  if (sizeBytes === 0) return unknownType
  return (
    (await readImageBrand(path)) ?? (await knownType(path)) ?? ((await isPlainText(path)) ? 'text/plain' : unknownType)
  )
}

async function knownType(path: string): Promise<string | undefined> {
  // Import the module dynamically with the first file, because it takes 8 MiB of memory and many servers never receive
  // files.
  const { fileTypeFromFile } = await import('file-type')
  try {
    const type = await fileTypeFromFile(path, { signal: AbortSignal.timeout(sniffingMaximumMs) })
    return type?.mime
  } catch {
    // Ignore the error: the file starts like a known format, but the rest does not fit. Its format is unknown.
    return undefined
  }
}

/** Control characters that do not occur in text: all except white space and escape. */
// oxlint-disable-next-line no-control-regex
const binaryCharacter = /[\0-\x08\x0E-\x1A\x1C-\x1F\x7F]/

async function isPlainText(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      if (binaryCharacter.test(decoder.decode(chunk, { stream: true }))) return false
    }
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}
