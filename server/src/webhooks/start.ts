import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Environment } from '../environment.ts'
import type { Service } from '../service.ts'
import { AddressGuard } from './deliveries/address-guard.ts'
import { WebhookDeliverer } from './deliveries/deliverer.ts'
import { findDeliveryState, type DeliveryState } from './deliveries/lease-queries.ts'
import { WebhookSender } from './deliveries/sender.ts'

interface WebhookOptions {
  service: Service
  environment: Pick<Environment, 'WEBHOOK_NETWORKS'>
  log: Pick<FastifyBaseLogger, 'warn'>
  metrics: Registry
}

/**
 * Makes the server deliver webhooks while it listens, and adds metrics of the deliveries.
 * @returns the sender, which operations also use to check URLs and to send test events.
 */
export function startWebhooks(
  app: FastifyInstance,
  { service, environment, log, metrics }: WebhookOptions,
): WebhookSender {
  const sender = new WebhookSender(new AddressGuard(environment.WEBHOOK_NETWORKS))
  const deliverer = new WebhookDeliverer({ service, sender, log })
  app.addHook('onListen', async () => deliverer.start())
  app.addHook('onClose', () => deliverer.close())
  measureDeliveries(metrics, service)
  return sender
}

function measureDeliveries(registry: Registry, { database, webhookAttempts }: Service): void {
  const attempts = new Counter({
    name: 'tocsin_webhook_attempts_total',
    help: 'Attempts of this process to deliver webhooks, by outcome.',
    labelNames: ['outcome'],
    registers: [],
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(webhookAttempts)) this.inc({ outcome }, count)
    },
  })
  // The gauges of endpoints and of lag are collected at the same time, so they share one query.
  let reading: Promise<DeliveryState | undefined> | undefined
  const read = () =>
    (reading ??= findDeliveryState(database)
      .catch(() => undefined)
      .finally(() => (reading = undefined)))
  const endpoints = new Gauge({
    name: 'tocsin_webhook_endpoints',
    help: 'Webhook endpoints of all organizations by state; read from the database.',
    labelNames: ['state'],
    registers: [],
    async collect() {
      // If the database is unavailable, serve the metrics with the last known values.
      const state = await read()
      if (!state) return
      this.set({ state: 'active' }, state.active)
      this.set({ state: 'paused' }, state.paused)
    },
  })
  const lag = new Gauge({
    name: 'tocsin_webhook_lag_seconds',
    help: 'Age of the oldest undelivered event of all active webhook endpoints.',
    registers: [],
    async collect() {
      const state = await read()
      if (state) this.set(state.lagSeconds)
    },
  })
  registry.registerMetric(attempts)
  registry.registerMetric(endpoints)
  registry.registerMetric(lag)
}
