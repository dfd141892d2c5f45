import { connect } from 'node:net'

/** Request that is written to the socket without a check. Every part of the request may therefore be malformed. */
export interface RawRequest {
  method: string
  path: string
  /** Headers in the order in which they are sent. A name may occur several times. */
  headers: [name: string, value: string][]
  body?: Buffer | undefined
  /** Size of the chunks of a chunked body. If absent, the body is sent with a Content-Length. */
  chunkBytes?: number | undefined
}

export interface Outcome {
  /**
   * `reset` means that the connection was closed before the server sent a status line. `hung` means that the connection
   * was still open after `timeoutMs`.
   */
  kind: 'answered' | 'reset' | 'hung'
  status: number
  hasRetryAfter: boolean
  durationMs: number
}

const timeoutMs = 20_000

/** Sends one request on a new connection, and reads the response until the connection is closed. */
export function sendRequest(port: number, request: RawRequest): Promise<Outcome> {
  const startedAtMs = performance.now()
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    let head = ''
    let hasTimedOut = false
    const timer = setTimeout(() => {
      hasTimedOut = true
      socket.destroy()
    }, timeoutMs)
    socket.on('data', (bytes: Buffer) => {
      if (!head.includes('\r\n\r\n')) head += bytes.toString('latin1')
      // The server keeps this connection open, for live updates or after an upgrade request, so close it here.
      if (/^content-type: text\/event-stream|^connection: keep-alive/im.test(head))
        setTimeout(() => socket.destroy(), 100)
    })
    // Ignore the error. The `close` event follows and resolves with the outcome.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(timer)
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0)
      const kind = hasTimedOut ? 'hung' : status === 0 ? 'reset' : 'answered'
      const hasRetryAfter = /^retry-after:/im.test(head)
      resolve({ kind, status, hasRetryAfter, durationMs: performance.now() - startedAtMs })
    })
    for (const piece of serialize(request)) socket.write(piece)
  })
}

function* serialize({ method, path, headers, body, chunkBytes }: RawRequest): Generator<string | Buffer> {
  const namesSent = new Set(headers.map(([name]) => name.toLowerCase()))
  const lines = [`${method} ${path} HTTP/1.1`]
  if (!namesSent.has('host')) lines.push('Host: 127.0.0.1')
  if (!namesSent.has('connection')) lines.push('Connection: close')
  if (body && chunkBytes) lines.push('Transfer-Encoding: chunked')
  else if (body && !namesSent.has('content-length')) lines.push(`Content-Length: ${body.length}`)
  yield Buffer.from(`${[...lines, ...headers.map((pair) => pair.join(': '))].join('\r\n')}\r\n\r\n`, 'latin1')
  if (!body) return
  if (!chunkBytes) return yield body
  yield chunk(body, chunkBytes)
}

function chunk(body: Buffer, size: number): Buffer {
  const pieces: Buffer[] = []
  for (let from = 0; from < body.length; from += size) {
    const piece = body.subarray(from, from + size)
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'))
  }
  return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')])
}
