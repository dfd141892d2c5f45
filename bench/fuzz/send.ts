import { connect } from 'node:net'

/** One request as bytes: nothing is checked, so that it can be as malformed as it likes. */
export interface RawRequest {
  method: string
  path: string
  /** Sent in this order, names repeated as given. */
  headers: [name: string, value: string][]
  body?: Buffer | undefined
  /** Sends the body chunked, in pieces of this size; absent: with a Content-Length. */
  chunkBytes?: number | undefined
}

export interface Outcome {
  /** `reset`: the connection ended before a status line. `hung`: it was still open after `patienceMs`. */
  kind: 'answered' | 'reset' | 'hung'
  status: number
  hasRetryAfter: boolean
  durationMs: number
}

const patienceMs = 20_000

/** Sends one request on a connection of its own, and reads until the server ends it. */
export function sendRequest(port: number, request: RawRequest): Promise<Outcome> {
  const startedAtMs = performance.now()
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    let head = ''
    let hasTimedOut = false
    const timer = setTimeout(() => {
      hasTimedOut = true
      socket.destroy()
    }, patienceMs)
    socket.on('data', (bytes: Buffer) => {
      if (!head.includes('\r\n\r\n')) head += bytes.toString('latin1')
      // Live updates never end by themselves, nor does a connection that asks for an upgrade.
      if (/^content-type: text\/event-stream|^connection: keep-alive/im.test(head))
        setTimeout(() => socket.destroy(), 100)
    })
    // What matters is the answer so far and how long it took.
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
  const given = new Set(headers.map(([name]) => name.toLowerCase()))
  const lines = [`${method} ${path} HTTP/1.1`]
  if (!given.has('host')) lines.push('Host: 127.0.0.1')
  if (!given.has('connection')) lines.push('Connection: close')
  if (body && chunkBytes) lines.push('Transfer-Encoding: chunked')
  else if (body && !given.has('content-length')) lines.push(`Content-Length: ${body.length}`)
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
