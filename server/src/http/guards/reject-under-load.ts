import { monitorEventLoopDelay } from 'node:perf_hooks'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../../problem.ts'

const eventLoopDelayMaximumMs = 1_000
/**
 * Time over which the event-loop delay is averaged, so that a single pause on a busy machine does not count as
 * overload.
 */
const sampleIntervalMs = 5_000
/** Time between two measurements of the delay. The histogram adds this time to each delay. */
const resolutionMs = 10

/**
 * Rejects requests immediately while the process is overloaded. Also limits the requests of each API key if the
 * operator sets a rate. Call it after the guard that sets `keyId`.
 * @param requestsPerMinute maximum number of requests for each API key; 0 for no limit.
 */
export async function rejectUnderLoad(api: FastifyInstance, requestsPerMinute = 0): Promise<void> {
  let listeningSinceMs = Infinity
  api.addHook('onListen', async () => {
    listeningSinceMs = performance.now()
  })
  const readDelayMs = watchEventLoopDelay(api)
  api.addHook('onRequest', (_request, _reply, proceed) => {
    // Ignore early samples, which measure the start of the process and not its load.
    const isOverloaded =
      readDelayMs() > eventLoopDelayMaximumMs && performance.now() - listeningSinceMs >= 2 * sampleIntervalMs
    if (!isOverloaded) return proceed()
    proceed(new Problem('unavailable', { detail: 'The server is overloaded.', retryAfterSeconds: 5, isShed: true }))
  })
  if (requestsPerMinute === 0) return
  await api.register(rateLimit, {
    global: false,
    max: requestsPerMinute,
    timeWindow: '1 minute',
    keyGenerator: ({ keyId }) => keyId!,
    errorResponseBuilder: (_request, { ttl }) =>
      new Problem('rate_limited', { retryAfterSeconds: Math.ceil(ttl / 1000) }),
  })
  // Add a hook of the whole API, because hooks of routes do not run for unknown paths and methods.
  api.addHook('onRequest', api.rateLimit())
}

/**
 * Measures the delay of the event loop until the server closes.
 * @returns a function that returns the average delay of the last sample, in milliseconds.
 */
function watchEventLoopDelay(app: FastifyInstance): () => number {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs })
  histogram.enable()
  let delayMs = 0
  const timer = setInterval(() => {
    // A sample is empty if the event loop was blocked all the time.
    delayMs = Number.isNaN(histogram.mean) ? Infinity : histogram.mean / 1e6 - resolutionMs
    histogram.reset()
  }, sampleIntervalMs).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    histogram.disable()
  })
  return () => delayMs
}
