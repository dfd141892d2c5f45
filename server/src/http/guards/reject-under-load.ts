import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../../problem.ts'

const eventLoopDelayMaximumMs = 1_000
/**
 * Time over which the event-loop delay is averaged, so that a single pause on a busy machine does not count as
 * overload.
 */
const sampleIntervalMs = 5_000

/**
 * Rejects requests immediately while the process is overloaded. Also limits the requests of each API key if the
 * operator sets a rate.
 * @param requestsPerMinute maximum number of requests for each API key; 0 for no limit.
 */
export async function rejectUnderLoad(api: FastifyInstance, requestsPerMinute = 0): Promise<void> {
  let listeningSinceMs = Infinity
  api.addHook('onListen', async () => {
    listeningSinceMs = performance.now()
  })
  await api.register(underPressure, {
    maxEventLoopDelay: eventLoopDelayMaximumMs,
    sampleInterval: sampleIntervalMs,
    pressureHandler() {
      // Ignore early samples, which measure the start of the process and not its load.
      if (performance.now() - listeningSinceMs < 2 * sampleIntervalMs) return
      throw new Problem('unavailable', { detail: 'The server is overloaded.', retryAfterSeconds: 5, isShed: true })
    },
  })
  if (requestsPerMinute === 0) return
  await api.register(rateLimit, {
    max: requestsPerMinute,
    timeWindow: '1 minute',
    // Check the limit in a hook of each route. These hooks run after the guard of the whole API, which sets `keyId`.
    hook: 'onRequest',
    keyGenerator: ({ keyId }) => keyId!,
    errorResponseBuilder: (_request, { ttl }) =>
      new Problem('rate_limited', { retryAfterSeconds: Math.ceil(ttl / 1000) }),
  })
}
