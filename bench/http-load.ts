import { connect } from 'node:net'

export interface Measurement {
  /** Requests that were answered. */
  count: number
  elapsedMs: number
  perSecond: number
  p50Ms: number
  p99Ms: number
}

/** Duration of a load, or number of requests with a maximum duration. */
export type LoadExtent = { seconds: number } | { requests: number; maximumSeconds: number }

export interface HttpLoad {
  port: number
  connections: number
  /** Sent once each, in this order over all connections; from the start again when `repeats`. */
  requests: Buffer[]
  repeats: boolean
  extent: LoadExtent
}

/**
 * Sends requests that were written beforehand, each connection waiting for its answer before it sends the next one.
 * @throws Error when one is refused or fails: a fast refusal is no result.
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

/** One connection, until there is no next request. */
function converse(port: number, next: () => Buffer | undefined, onAnswer: (ms: number) => void): Promise<void> {
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
      onAnswer(performance.now() - sentAtMs)
      send()
    })
  })
}

/** @returns the status of an answer, or undefined while a part of it is missing. */
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

/** @param durationsMs of every request, in any order. */
export function summarize(durationsMs: number[], elapsedMs: number): Measurement {
  const sorted = Float64Array.from(durationsMs).toSorted()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
  const count = durationsMs.length
  return { count, elapsedMs, perSecond: (count * 1000) / elapsedMs, p50Ms: at(0.5), p99Ms: at(0.99) }
}

/** The middle of several runs, figure by figure: one that a noisy moment fell on does not count. */
export function medianOf<Figure extends string>(runs: Record<Figure, number>[]): Record<Figure, number> {
  const middle = (figure: Figure) =>
    runs.map((run) => run[figure]).toSorted((one, other) => one - other)[Math.floor(runs.length / 2)]!
  const figures = Object.keys(runs[0]!) as Figure[]
  return Object.fromEntries(figures.map((figure) => [figure, middle(figure)])) as Record<Figure, number>
}
