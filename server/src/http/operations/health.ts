import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/open.ts'
import { ping } from '../../database/ping.ts'
import { Problem } from '../../problem.ts'
import { stoppingProblem } from './drain.ts'

/**
 * Maximum time for which a probe waits for the database. Programs that send probes wait only a few seconds, but a
 * statement may take longer.
 */
const pingMaximumMs = 3_000

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes `/readyz` answer 503 from now on, because the server is about to stop. */
    failReadiness(): void
  }
}

/**
 * Serves two health probes. `/livez` answers 200 while the process runs. `/readyz` answers 200 while the database can
 * be reached and written to, unless the server is about to stop.
 */
export function reportHealth(app: FastifyInstance, database: Database): void {
  let isStopping = false
  app.decorate('failReadiness', () => void (isStopping = true))
  app.get('/livez', { schema: { hide: true } }, async () => ({ status: 'live' }))
  app.get('/readyz', { schema: { hide: true } }, async () => {
    if (isStopping) throw stoppingProblem()
    const timeout = wait(pingMaximumMs, 'timeout', { ref: false })
    if ((await Promise.race([ping(database), timeout])) === 'timeout') {
      throw new Problem('unavailable', { detail: 'The database does not answer.', retryAfterSeconds: 1 })
    }
    return { status: 'ready' }
  })
}
