import { connect } from 'node:net'

export interface Measurement {
  /** Number of requests that were answered. */
  count: number
  elapsedMs: number
  perSecond: number
  p50Ms: number
  p99Ms: number
}

/**
 * End of a load. With `seconds`, the load ends after this time. With `requests`, the load ends after this number of
 * requests, or after `maximumSeconds` if that is earlier.
 */
export type LoadExtent = { seconds: number } | { requests: number; maximumSeconds: number }

export interface HttpLoad {
  port: number
  connections: number
  /** Requests in the order in which they are sent. All connections take their requests from this list. */
  requests: Buffer[]
  /** True to start again with the first request after the last one. False to send each request only once. */
  repeats: boolean
  extent: LoadExtent
}

/**
 * Sends prepared requests over several connections and measures the response times. Each connection waits for a
 * response before it sends its next request.
 * @throws Error when a request fails or its status is not a success, because rejected requests would make a server look
 *   fast.
 */
export async function sendLoad({ port, connections, requests, repeats, extent }: HttpLoad): Promise<Measurement> {
  const durationsMs: number[] = []
  const maximum = 'requests' in extent ? extent.requests : repeats ? Infinity : requests.length
  const startedAtMs = performance.now()
  const endsAtMs = startedAtMs + ('seconds' in extent ? extent.seconds : extent.maximumSeconds) * 1000
  let sent = 0
  const next = () => {
    if (sent >= maximum || performance.now() >= endsAtMs) return undefined
    if (!repeats && sent >= requests.length) return undefined
    return requests[sent++ % requests.length]
  }
  await Promise.all(
    Array.from({ length: Math.min(connections, maximum) }, () => converse(port, next, (ms) => durationsMs.push(ms))),
  )
  return summarize(durationsMs, performance.now() - startedAtMs)
}

/** Sends requests over one connection until `next` returns undefined. Calls `onResponse` with each response time. */
function converse(port: number, next: () => Buffer | undefined, onResponse: (ms: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let pieces: Buffer[] = []
    let sentAtMs = 0
    const send = () => {
      const request = next()
      if (!request) return void socket.end(() => resolve())
      sentAtMs = performance.now()
      socket.write(request)
    }
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the server closed a connection')))
    socket.on('data', (piece: Buffer) => {
      pieces.push(piece)
      const bytes = pieces.length === 1 ? piece : Buffer.concat(pieces)
      const status = statusOfWhole(bytes)
      if (status === undefined) return
      if (status >= 300) return void socket.destroy(new Error(`answered ${bytes.toString('utf8', 0, 600)}`))
      pieces = []
      onResponse(performance.now() - sentAtMs)
      send()
    })
  })
}

/**
 * Reads the status of a response.
 * @returns undefined until the whole response has arrived.
 */
function statusOfWhole(bytes: Buffer): number | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = bytes.toString('latin1', 0, end)
  const status = Number(head.slice(9, 12))
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  const isWhole =
    status === 204 ||
    (length === undefined ? bytes.subarray(-5).equals(chunkedEnd) : bytes.length >= end + 4 + Number(length))
  return isWhole ? status : undefined
}

const chunkedEnd = Buffer.from('0\r\n\r\n')

/**
 * Computes the rate and the percentiles of a load.
 * @param durationsMs response time of each request, in any order.
 */
export function summarize(durationsMs: number[], elapsedMs: number): Measurement {
  const sorted = Float64Array.from(durationsMs).toSorted()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
  const count = durationsMs.length
  return { count, elapsedMs, perSecond: (count * 1000) / elapsedMs, p50Ms: at(0.5), p99Ms: at(0.99) }
}

/** Returns the median of each figure over several runs, so that one disturbed run does not change the result. */
export function medianOf<Figure extends string>(runs: Record<Figure, number>[]): Record<Figure, number> {
  const middle = (figure: Figure) =>
    runs.map((run) => run[figure]).toSorted((one, other) => one - other)[Math.floor(runs.length / 2)]!
  const figures = Object.keys(runs[0]!) as Figure[]
  return Object.fromEntries(figures.map((figure) => [figure, middle(figure)])) as Record<Figure, number>
}
