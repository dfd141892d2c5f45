import { setTimeout as delay } from 'node:timers/promises'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { FastifyBaseLogger } from 'fastify'
import { newId } from '../../database/new-id.ts'
import { OrganizationScope } from '../../scope.ts'
import type { Service } from '../../service.ts'
import { deleteOldAttempts } from './attempt-queries.ts'
import { EndpointRun } from './endpoint-run.ts'
import {
  endLease,
  findWaiting,
  leaseEndpoint,
  renewalIntervalMs,
  renewLease,
  type LeasedEndpoint,
  type WaitingEndpoint,
} from './lease-queries.ts'
import { LeaseLost } from './progress-log.ts'
import type { WebhookSender } from './sender.ts'
import { findAwaitedSlots, isSlotOver, pauseAfter, type Poll } from './slots.ts'

/** Maximum number of waiting endpoints that one query finds. */
const waitingMaximum = 100
/** Maximum time for which a stopping server waits for attempts in progress. */
const stopMaximumMs = 5_000

interface ActiveRun {
  scope: OrganizationScope
  organizationId: Uuid
  leaseId: Uuid
  isFailing: boolean
  startedAtMs: number
  /**
   * Aborted when the process loses the lease of the endpoint, or when another endpoint needs the slot. No further
   * attempt begins after that.
   */
  stopping: AbortController
  done: Promise<void>
}

/**
 * Delivers webhooks of all organizations. Every `serve` process has a deliverer. While a process delivers events to an
 * endpoint, it has the lease of the endpoint. If a process dies, its leases expire, and other processes take over its
 * endpoints.
 */
export class WebhookDeliverer {
  readonly #service: Service
  readonly #sender: WebhookSender
  readonly #log: Pick<FastifyBaseLogger, 'warn'>
  readonly #active = new Map<Uuid, ActiveRun>()
  readonly #stopping = new AbortController()
  readonly #ending = new AbortController()
  #loop: Promise<void> | undefined
  #renewal: NodeJS.Timeout | undefined

  constructor({
    service,
    sender,
    log,
  }: {
    service: Service
    sender: WebhookSender
    log: Pick<FastifyBaseLogger, 'warn'>
  }) {
    this.#service = service
    this.#sender = sender
    this.#log = log
  }

  start(): void {
    this.#loop = this.#poll()
    this.#renewal = setInterval(() => void this.#renew(), renewalIntervalMs).unref()
  }

  /** Stops beginning attempts, waits up to 5 seconds for attempts in progress, and ends the leases of this process. */
  async close(): Promise<void> {
    this.#stopping.abort()
    clearInterval(this.#renewal)
    for (const { stopping } of this.#active.values()) stopping.abort()
    const timer = setTimeout(() => this.#ending.abort(), stopMaximumMs)
    await this.#loop
    await Promise.all(Array.from(this.#active.values(), ({ done }) => done))
    clearTimeout(timer)
    await this.#sender.close()
  }

  async #poll(): Promise<void> {
    const { signal } = this.#stopping
    let isDelayed = false
    while (!signal.aborted) {
      let found: Poll = { pollMs: 0, isSlotAwaited: false }
      try {
        found = await this.#beginWaiting()
        isDelayed = false
      } catch (error) {
        // Log only the first failure of an outage.
        if (!isDelayed) this.#log.warn({ err: error }, 'webhooks are delayed')
        isDelayed = true
      }
      await delay(pauseAfter(found), undefined, { signal, ref: false }).catch(() => {})
    }
  }

  /** Begins delivering to endpoints that have undelivered events. */
  async #beginWaiting(): Promise<Poll> {
    const startedAtMs = performance.now()
    const found = await findWaiting(this.#service.database, [...this.#active.keys()], waitingMaximum)
    const pollMs = performance.now() - startedAtMs
    let isSlotAwaited = false
    for (const waiting of found) {
      const awaited = findAwaitedSlots(waiting, [...this.#active.values()])
      if (awaited.length === 0) await this.#begin(waiting)
      else isSlotAwaited = true
      for (const run of awaited) if (isSlotOver(run.startedAtMs)) run.stopping.abort()
    }
    return { pollMs, isSlotAwaited }
  }

  async #begin({ organizationId, endpointId, auditorId, isFailing }: WaitingEndpoint): Promise<void> {
    const scope = new OrganizationScope(organizationId, auditorId, this.#service)
    const endpoint = await leaseEndpoint(scope, endpointId, newId())
    if (!endpoint) return
    const { leaseId } = endpoint
    if (this.#stopping.signal.aborted) {
      await endLease(scope, endpointId, leaseId)
      return
    }
    const stopping = new AbortController()
    const startedAtMs = performance.now()
    const done = this.#deliver(scope, endpoint, stopping.signal)
    this.#active.set(endpointId, { scope, organizationId, leaseId, isFailing, startedAtMs, stopping, done })
  }

  async #deliver(scope: OrganizationScope, endpoint: LeasedEndpoint, stopping: AbortSignal): Promise<void> {
    const { id: endpointId, leaseId } = endpoint
    try {
      // Use the organization's share of the connections, so that its endpoints cannot occupy all connections. Leases
      // are not limited to this share, because the loop must not wait for the requests of one organization.
      const sharing = OrganizationScope.inShare(scope.organizationId, scope.actorId, this.#service)
      await deleteOldAttempts(sharing, endpointId)
      const run = { scope: sharing, endpoint, sender: this.#sender, stopping, ending: this.#ending.signal }
      await new EndpointRun(run).run()
    } catch (error) {
      const isExpected = error instanceof LeaseLost || this.#ending.signal.aborted
      const { organizationId } = scope
      if (!isExpected) this.#log.warn({ err: error, organizationId, endpointId }, 'webhooks of an endpoint are delayed')
    } finally {
      // Ignore an error: if the database is unavailable, the lease expires by itself.
      await endLease(scope, endpointId, leaseId).catch(() => {})
      this.#active.delete(endpointId)
    }
  }

  /**
   * Renews the leases of this process. Stops delivering to an endpoint if another process has taken the lease of the
   * endpoint, or if an administrator has changed the endpoint in a way that ends the lease.
   */
  async #renew(): Promise<void> {
    const renewals = Array.from(this.#active, async ([endpointId, { scope, leaseId, stopping }]) => {
      if (!(await renewLease(scope, endpointId, leaseId))) stopping.abort()
    })
    // Renew the other leases even if one renewal fails, for example because a node of the cluster is down or the row is
    // locked.
    const failed = (await Promise.allSettled(renewals)).find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') {
      this.#log.warn({ err: failed.reason }, 'the leases of webhook endpoints could not be renewed')
    }
  }
}
