import autocannon from 'autocannon'

export interface Measurement {
  perSecond: number
  p50Ms: number
  p99Ms: number
}

export interface HttpLoad {
  url: string
  key: string
  connections: number
  seconds: number
  /** Makes the body of the next request; absent: GET. */
  makeBody?: () => unknown
}

/** Sends one kind of request over and over, each connection waiting for its answer before it asks again. */
export async function measureHttp({ url, key, connections, seconds, makeBody }: HttpLoad): Promise<Measurement> {
  const headers = { 'x-api-key': key, ...(makeBody && { 'content-type': 'application/json' }) }
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers,
    requests: [
      makeBody
        ? { method: 'POST', setupRequest: (request) => ({ ...request, body: JSON.stringify(makeBody()) }) }
        : { method: 'GET' },
    ],
  })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} requests were refused, ${result.errors} failed`)
  }
  return {
    perSecond: result.requests.total / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  }
}
