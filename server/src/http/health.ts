import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/open.ts'
import { ping } from '../database/ping.ts'
import { Problem } from '../problem.ts'

/** `/livez`: the process runs. `/readyz`: it can serve, that is, reach its database and is not about to stop. */
export function reportHealth(app: FastifyInstance, database: Database): void {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.get('/livez', { schema: { hide: true } }, async () => ({ status: 'live' }))
  app.get('/readyz', { schema: { hide: true } }, async () => {
    if (isStopping) throw new Problem('unavailable', { detail: 'The server is about to stop.', retryAfterSeconds: 1 })
    await ping(database)
    return { status: 'ready' }
  })
}
