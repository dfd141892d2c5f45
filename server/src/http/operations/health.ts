import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/open.ts'
import { ping } from '../../database/ping.ts'
import { Problem } from '../../problem.ts'

/** A probe waits a few seconds at most; a statement may take longer. */
const pingMaximumMs = 3_000

/** `/livez`: the process runs. `/readyz`: it can serve, that is, reach its database and write to it. */
export function reportHealth(app: FastifyInstance, database: Database): void {
  app.get('/livez', { schema: { hide: true } }, async () => ({ status: 'live' }))
  app.get('/readyz', { schema: { hide: true } }, async () => {
    const overdue = wait(pingMaximumMs, 'overdue', { ref: false })
    if ((await Promise.race([ping(database), overdue])) === 'overdue') {
      throw new Problem('unavailable', { detail: 'The database does not answer.', retryAfterSeconds: 1 })
    }
    return { status: 'ready' }
  })
}
