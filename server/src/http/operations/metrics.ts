import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import manifest from '../../../package.json' with { type: 'json' }
import { TtlCache } from '../../database/throughput/ttl-cache.ts'
import { isSameText } from '../../is-same-text.ts'
import { Problem } from '../../problem.ts'
import type { Service } from '../../service.ts'
import { isLiveStream, onRequestEnd } from './on-request-end.ts'

/**
 * Serves `/metrics` in the Prometheus text format: number and duration of requests by operation, and metrics of the
 * process and the database. Durations are in seconds.
 * @param token bearer token that a client needs to read the metrics; undefined if no token is required.
 * @returns the registry, to which features add their own metrics.
 */
export function measureRequests(app: FastifyInstance, service: Service, token: string | undefined): Registry {
  const { pool, connectionShares, incidentInserts, incidentChanges, commentInserts } = service
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'tocsin_build_info',
    help: 'Always 1; the labels are the versions of Tocsin and Node.',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version: manifest.version, node: process.version }, 1)
  const durations = new Histogram({
    name: 'tocsin_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its response, or until its connection ends; live updates are excluded.',
    labelNames: ['operation'],
    buckets: [0.0025, 0.01, 0.025, 0.1, 0.25, 1, 2.5, 10],
    registers: [registry],
  })
  const requests = new Counter({
    name: 'tocsin_http_requests_total',
    help: 'Requests by operation and status; 499 when the connection ended before the response.',
    labelNames: ['operation', 'status'],
    registers: [registry],
  })
  const connections = new Gauge({
    name: 'tocsin_database_connections',
    help: 'Connections of the pool by state; "waiting" counts statements and transactions that wait for one.',
    labelNames: ['state'],
    registers: [],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount + connectionShares.waitingCount)
    },
  })
  registry.registerMetric(connections)
  const repetitions = new Counter({
    name: 'tocsin_database_batches_repeated_total',
    help: 'Transactions of several creations, changes or comments that failed as a whole and were repeated one by one.',
    registers: [],
    collect() {
      this.reset()
      const groups = [incidentInserts, incidentChanges, commentInserts]
      this.inc(groups.reduce((sum, group) => sum + group.repetitions, 0))
    },
  })
  registry.registerMetric(repetitions)

  // Report 500 responses of every operation from the start, with 0. Prometheus computes increases between two values of
  // a series. A series that began with the first error would therefore raise no alert.
  app.addHook('onRoute', ({ schema }) => requests.inc({ operation: operationOf(schema), status: 500 }, 0))
  onRequestEnd(app, (request, reply, { status, durationMs }) => {
    if (isLiveStream(reply)) return
    const operation = operationOf(request.routeOptions.schema)
    durations.observe({ operation }, durationMs / 1000)
    requests.inc({ operation, status })
  })
  const renderings = new TtlCache<string>(renderingSharedMs)
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (token !== undefined) requireBearer(request, token)
    return reply.type(registry.contentType).send(await renderings.get('', () => registry.metrics()))
  })
  return registry
}

const operationOf = (schema: FastifySchema | undefined): string => schema?.operationId ?? 'other'

/**
 * Time for which the server reuses a rendering of the metrics, because rendering blocks the event loop for
 * milliseconds.
 */
const renderingSharedMs = 1_000

/**
 * Checks the bearer token of a request for the metrics.
 * @throws Problem `metrics_token_required`.
 */
function requireBearer({ headers }: FastifyRequest, token: string): void {
  const [, sent = ''] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? []
  if (!isSameText(sent, token)) throw new Problem('metrics_token_required')
}
