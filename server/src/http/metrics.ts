import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import manifest from '../../package.json' with { type: 'json' }
import { SharedWrites } from '../database/shared-writes.ts'
import { isLive, whenEnded } from './when-ended.ts'

/**
 * Counts and times every request by operation and status, beside the process's own figures and those of the database.
 * Served at /metrics in the Prometheus text format; durations are in seconds.
 */
export function measureRequests(app: FastifyInstance, pool: pg.Pool): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'tocsin_build_info',
    help: 'Always 1; the labels say which version runs, and on which Node.',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version: manifest.version, node: process.version }, 1)
  const durations = new Histogram({
    name: 'tocsin_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer, or with status 499 to the end of the connection before it; live updates, which last for hours, are left out.',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const connections = new Gauge({
    name: 'tocsin_database_connections',
    help: 'Connections of the pool by state; "waiting" counts requests for a connection.',
    labelNames: ['state'],
    registers: [],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  registry.registerMetric(connections)
  const repetitions = new Counter({
    name: 'tocsin_database_batches_repeated_total',
    help: 'Statements for several creations or Comments that failed as a whole and were repeated one by one.',
    registers: [],
    collect() {
      this.reset()
      this.inc(SharedWrites.repetitions)
    },
  })
  registry.registerMetric(repetitions)

  whenEnded(app, (request, reply, { status, durationMs }) => {
    if (isLive(reply)) return
    const operation = request.routeOptions.schema?.operationId ?? 'other'
    durations.observe({ operation, status }, durationMs / 1000)
  })
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
}
