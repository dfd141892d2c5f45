/** An HTTP answer as it came over a connection. */
export interface ReceivedAnswer {
  status: number
  /** Names in lower case; of a repeated header, the last. */
  headers: ReadonlyMap<string, string>
  body: Buffer
  /** The connection is good for another request. */
  staysOpen: boolean
}

const headMaxBytes = 64 * 1024

/**
 * Reads one HTTP/1.1 answer from the beginning of what was received.
 * @returns undefined while it is not complete. There is nothing behind it: requests are sent one at a time.
 * @throws Error when it cannot be an answer, or does not say where it ends.
 * @see RFC 9112, 6.3
 */
export function readAnswer(received: Buffer): ReceivedAnswer | undefined {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd === -1) {
    if (received.length > headMaxBytes) throw new Error('the answer has no end of its headers')
    return undefined
  }
  const [statusLine = '', ...lines] = received.toString('latin1', 0, headEnd).split('\r\n')
  const status = Number(/^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(statusLine)?.[1])
  if (Number.isNaN(status)) throw new Error('the answer is not HTTP')
  const rest = received.subarray(headEnd + 4)
  // Informational: the answer follows.
  if (status < 200) return readAnswer(rest)
  const headers = new Map(lines.map(readHeader))
  const body = readBody(status, headers, rest)
  const staysOpen = statusLine.startsWith('HTTP/1.1') && headers.get('connection')?.toLowerCase() !== 'close'
  return body && { status, headers, body, staysOpen }
}

function readHeader(line: string): [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
}

function readBody(status: number, headers: ReadonlyMap<string, string>, rest: Buffer): Buffer | undefined {
  if (status === 204 || status === 304) return Buffer.alloc(0)
  if (headers.get('transfer-encoding')?.toLowerCase() === 'chunked') return readChunks(rest)
  const length = headers.get('content-length')
  if (length === undefined || !/^\d+$/.test(length)) throw new Error('the answer does not say how long it is')
  return rest.length < Number(length) ? undefined : rest.subarray(0, Number(length))
}

function readChunks(rest: Buffer): Buffer | undefined {
  const chunks: Buffer[] = []
  for (let at = 0; ;) {
    const lineEnd = rest.indexOf('\r\n', at)
    if (lineEnd === -1) return undefined
    const size = /^[0-9a-f]+/i.exec(rest.toString('latin1', at, lineEnd))?.[0]
    if (size === undefined) throw new Error('the answer has a chunk without a size')
    const start = lineEnd + 2
    const end = start + Number.parseInt(size, 16)
    if (end === start) return hasTrailerEnd(rest, lineEnd) ? Buffer.concat(chunks) : undefined
    if (rest.length < end + 2) return undefined
    chunks.push(rest.subarray(start, end))
    at = end + 2
  }
}

/** Behind the last chunk stand trailers, most often none, and an empty line. */
const hasTrailerEnd = (rest: Buffer, lineEnd: number): boolean => rest.indexOf('\r\n\r\n', lineEnd) !== -1
