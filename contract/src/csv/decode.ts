import { saveAsUtf8, UnreadableCsv } from './unreadable.ts'

/**
 * Decodes a text file chunk by chunk. The file must be UTF-8, or UTF-16 with a byte order mark. Omits a DOS end-of-file
 * character (Ctrl+Z) at the end.
 * @throws UnreadableCsv for a workbook or another file format, and for a file in another encoding. For another
 *   encoding, the message contains the number of the first line with invalid bytes.
 */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const pieces = withWholeStart(bytes)
  let decoder: LineDecoder | undefined
  let pending = ''
  for await (const piece of pieces) {
    decoder ??= new LineDecoder(encodingOf(piece))
    const text = pending + decoder.decode(piece)
    const end = endOf(text)
    pending = text.slice(end)
    yield text.slice(0, end)
  }
  decoder?.end()
}

const controlZ = '\x1A'
const isPadding = (character: string | undefined): boolean =>
  character !== undefined && '\x1A\0\r\n'.includes(character)

/**
 * Returns the index of the Ctrl+Z character that ends the text, if only padding follows it. Otherwise returns the
 * length of the text.
 */
function endOf(text: string): number {
  let end = text.length
  while (isPadding(text[end - 1])) end--
  const mark = text.indexOf(controlZ, end)
  return mark === -1 ? text.length : mark
}

const startLength = 8

/** Joins the first chunks until they have enough bytes to recognize the file format. */
async function* withWholeStart(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let start: Uint8Array | undefined = new Uint8Array()
  for await (const piece of bytes) {
    if (!start) yield piece
    else {
      start = joined(start, piece)
      if (start.length < startLength) continue
      yield start
      start = undefined
    }
  }
  if (start && start.length > 0) yield start
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

/** File formats to reject. Each pattern matches the first bytes of a file in hexadecimal. */
const formats: [start: RegExp, name: string][] = [
  [/^504b0304/, 'a workbook (.xlsx, .ods or .numbers) or another ZIP archive, not a CSV file'],
  [/^d0cf11e0/, 'a workbook (.xls), not a CSV file'],
  [/^1f8b/, 'compressed (gzip), not a CSV file'],
  [/^25504446/, 'a PDF, not a CSV file'],
  [/^(efbbbf)?(3c21|3c3f|3c68|3c48|3c74|3c54)/, 'a web page or XML, not a CSV file'],
  [/^(fffe0000|0000feff)/, 'UTF-32 text'],
  [/^(..00..00|00..00..)/, 'UTF-16 text without a byte order mark'],
]

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

function encodingOf(bytes: Uint8Array): Encoding {
  const start = Array.from(bytes.subarray(0, startLength), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const format = formats.find(([pattern]) => pattern.test(start))
  if (format) throw new UnreadableCsv(`it is ${format[1]}. ${saveAsUtf8}`)
  if (start.startsWith('fffe')) return 'utf-16le'
  return start.startsWith('feff') ? 'utf-16be' : 'utf-8'
}

/** Decodes bytes to text. The error for an invalid byte contains the number of its line. */
class LineDecoder {
  readonly #encoding: Encoding
  readonly #decoder: InstanceType<typeof TextDecoder>
  #line = 1
  #endsInReturn = false
  /** First bytes of a character whose other bytes are in the next chunk. */
  #unfinished: Uint8Array = new Uint8Array()

  constructor(encoding: Encoding) {
    this.#encoding = encoding
    this.#decoder = new TextDecoder(encoding, { fatal: true })
  }

  decode(piece: Uint8Array): string {
    try {
      const text = this.#decoder.decode(piece, { stream: true })
      this.#count(text)
      this.#unfinished = unfinishedPart(joined(this.#unfinished, piece.subarray(-3)))
      return text
    } catch (error) {
      throw this.#invalidText(joined(this.#unfinished, piece), error)
    }
  }

  end(): void {
    try {
      this.#decoder.decode()
    } catch (error) {
      throw this.#invalidText(this.#unfinished, error)
    }
  }

  #count(text: string): void {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === 10 ? !this.#endsInReturn : code === 13) this.#line++
      this.#endsInReturn = code === 13
    }
  }

  #invalidText(bytes: Uint8Array, cause: unknown): UnreadableCsv {
    if (this.#encoding === 'utf-8') this.#count(validStart(bytes))
    const name = this.#encoding === 'utf-8' ? 'UTF-8' : 'UTF-16'
    return new UnreadableCsv(`line ${this.#line} is not ${name} text. ${saveAsUtf8}`, { cause })
  }
}

function unfinishedPart(end: Uint8Array): Uint8Array {
  const lead = end.findLastIndex((byte) => byte >= 0xc0)
  if (lead === -1) return new Uint8Array()
  const length = end[lead]! >= 0xf0 ? 4 : end[lead]! >= 0xe0 ? 3 : 2
  return end.length - lead < length ? end.slice(lead) : new Uint8Array()
}

/** Decodes the bytes before the first byte that is not valid UTF-8. */
function validStart(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const encoder = new TextEncoder()
  for (let at = text.indexOf('\uFFFD'); at !== -1; at = text.indexOf('\uFFFD', at + 1)) {
    const start = encoder.encode(text.slice(0, at + 1))
    const isCharacter = start.every((byte, index) => byte === bytes[index])
    if (!isCharacter) return text.slice(0, at)
  }
  return text
}
