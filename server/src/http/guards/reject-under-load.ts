import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../../problem.ts'

const eventLoopDelayMaximumMs = 1_000
/** The delay is averaged over this time, so that a single pause on a busy machine does not count as overload. */
const sampleIntervalMs = 5_000

/**
 * Keeps the server answering when it is asked for more than it can do: an overloaded process says so at once, and one
 * key cannot take everything where the operator has set a limit.
 * @param requestsPerMinute per key; 0 sets no limit.
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
      // Older samples measured the start of the process, not its load.
      if (performance.now() - listeningSinceMs < 2 * sampleIntervalMs) return
      throw new Problem('unavailable', { detail: 'The server is overloaded.', retryAfterSeconds: 5, isShed: true })
    },
  })
  if (requestsPerMinute === 0) return
  await api.register(rateLimit, {
    max: requestsPerMinute,
    timeWindow: '1 minute',
    // A hook of each route, so that the guard, which is one of the whole API, has run.
    hook: 'onRequest',
    keyGenerator: ({ keyId }) => keyId!,
    errorResponseBuilder: (_request, { ttl }) =>
      new Problem('rate_limited', { retryAfterSeconds: Math.ceil(ttl / 1000) }),
  })
}
