import autocannon from 'autocannon'
import { measureWithWrk } from './wrk.ts'

export interface Measurement {
  perSecond: number
  p50Ms: number
  p99Ms: number
}

/** How long, or how many requests and for how long at most. */
export type LoadExtent = { seconds: number } | { requests: number; maximumSeconds: number }

export interface HttpLoad {
  /** Of the server, without a path. */
  url: string
  /** Asked for in turn. */
  paths: string[]
  key: string
  connections: number
  extent: LoadExtent
  /** Makes the body of the next request; absent: GET. */
  makeBody?: (() => unknown) | undefined
  /** For files of the load generator. */
  folder: string
}

/**
 * Sends one kind of request over and over, each connection waiting for its answer before it asks again: with wrk where it
 * is installed and a time is given, else with autocannon.
 * @throws Error when one is refused or fails: a fast refusal is no result.
 */
export async function measureHttp(load: HttpLoad): Promise<Measurement> {
  const measured = 'seconds' in load.extent && (await measureWithWrk(load, load.extent.seconds))
  return measured || measureWithAutocannon(load)
}

async function measureWithAutocannon({
  url,
  paths,
  key,
  connections,
  extent,
  makeBody,
}: HttpLoad): Promise<Measurement> {
  const started = performance.now()
  const durationsMs: number[] = []
  let turn = 0
  const instance = autocannon({
    url,
    connections,
    // A run of a number of requests ends with a sample.
    sampleInt: 100,
    ...('seconds' in extent ? { duration: extent.seconds } : { amount: extent.requests }),
    headers: { 'x-api-key': key, ...(makeBody && { 'content-type': 'application/json' }) },
    // In turn over all connections: of its own accord, each of them would begin with the first path.
    requests: [
      {
        method: makeBody ? 'POST' : 'GET',
        setupRequest: (request) => ({
          ...request,
          path: paths[turn++ % paths.length]!,
          ...(makeBody && { body: JSON.stringify(makeBody()) }),
        }),
      },
    ],
  }) as autocannon.Instance & Promise<autocannon.Result>
  // The histogram of autocannon counts whole milliseconds; ratios of short requests need more.
  instance.on('response', (_client, _status, _bytes, durationMs) => durationsMs.push(durationMs))
  const limit = 'requests' in extent && setTimeout(() => instance.stop(), extent.maximumSeconds * 1000)
  const result = await instance
  if (limit) clearTimeout(limit)
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `of ${result.requests.sent} requests ${result.non2xx} were refused, ${result.errors} failed: ${paths[0]}`,
    )
  }
  return summarize(durationsMs, performance.now() - started)
}

/** @param durationsMs of every request, in any order. */
export function summarize(durationsMs: number[], elapsedMs: number): Measurement {
  const sorted = Float64Array.from(durationsMs).toSorted()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
  return { perSecond: (durationsMs.length * 1000) / elapsedMs, p50Ms: at(0.5), p99Ms: at(0.99) }
}

/** The middle of several runs, figure by figure: one that a noisy moment fell on does not count. */
export function median(runs: Measurement[]): Measurement {
  const middle = (figure: keyof Measurement) =>
    runs.map((run) => run[figure]).toSorted((one, other) => one - other)[Math.floor(runs.length / 2)]!
  return { perSecond: middle('perSecond'), p50Ms: middle('p50Ms'), p99Ms: middle('p99Ms') }
}
