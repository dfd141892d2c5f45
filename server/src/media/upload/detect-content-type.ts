import { createReadStream } from 'node:fs'
import { readImageBrand } from './image-brand.ts'

const unknownType = 'application/octet-stream'
const sniffingMaximumMs = 5_000

/**
 * Detects the media type of a file from its content alone.
 * @returns a known media type; `text/plain` for other UTF-8 text, HTML included; `application/octet-stream` for an empty
 *   or unknown file.
 */
export async function detectContentType(path: string, sizeBytes: number): Promise<string> {
  if (sizeBytes === 0) return unknownType
  return (
    (await readImageBrand(path)) ?? (await knownType(path)) ?? ((await isPlainText(path)) ? 'text/plain' : unknownType)
  )
}

async function knownType(path: string): Promise<string | undefined> {
  // Loaded with the first file, because the module takes 8 MiB and many servers receive no files.
  const { fileTypeFromFile } = await import('file-type')
  try {
    const type = await fileTypeFromFile(path, { signal: AbortSignal.timeout(sniffingMaximumMs) })
    return type?.mime
  } catch {
    // A file that only starts like a known format has an unknown format.
    return undefined
  }
}

/** Control characters that no text contains: all but white space and escape. */
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
