import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../../problem.ts'

const eventLoopDelayMaximumMs = 1_000
/** Time over which the delay is averaged, so that a single pause on a busy machine is no overload. */
const sampleIntervalMs = 5_000

/**
 * Rejects requests at once when the process is overloaded, and limits the requests of each key if the operator sets a rate.
 * @param requestsPerMinute limit per key; 0: no limit.
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
      // Earlier samples measure the start of the process, not its load.
      if (performance.now() - listeningSinceMs < 2 * sampleIntervalMs) return
      throw new Problem('unavailable', { detail: 'The server is overloaded.', retryAfterSeconds: 5, isShed: true })
    },
  })
  if (requestsPerMinute === 0) return
  await api.register(rateLimit, {
    max: requestsPerMinute,
    timeWindow: '1 minute',
    // Runs as a hook of each route, after the guard, which is a hook of the whole API.
    hook: 'onRequest',
    keyGenerator: ({ keyId }) => keyId!,
    errorResponseBuilder: (_request, { ttl }) =>
      new Problem('rate_limited', { retryAfterSeconds: Math.ceil(ttl / 1000) }),
  })
}
