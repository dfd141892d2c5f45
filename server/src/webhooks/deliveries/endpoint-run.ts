import { setTimeout as delay } from 'node:timers/promises'
import type { PauseReason } from '@tocsin/contract/api/webhook.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../../scope.ts'
import { pauseEndpoint } from '../endpoints/pause.ts'
import { attemptDelivery, type Attempt } from './attempt.ts'
import { Backlog } from './backlog.ts'
import type { LeasedEndpoint } from './lease-queries.ts'
import { ProgressLog } from './progress-log.ts'
import { retriesEndAfterMs } from './retry-delay.ts'
import type { WebhookSender } from './sender.ts'

/**
 * Maximum number of simultaneous attempts to deliver new events. Retries have their own maximum, because they often
 * wait long for a response and must not delay new events.
 */
const newMaximum = 8
const retriesMaximum = 4
/** Length, in UTF-16 code units, above which the body of a webhook counts as long. */
const shortMaximumLength = 64 * 1024
/**
 * Time after which a run begins no further attempt. The next run reads the settings and secrets of the endpoint again,
 * and may belong to another process.
 */
const runMaximumMs = 5 * 60_000
/** Interval at which the run looks for new events while attempts are in progress. */
const pollIntervalMs = 500

export interface RunOptions {
  scope: OrganizationScope
  endpoint: LeasedEndpoint
  sender: WebhookSender
  /** Aborted when the lease is lost or the server stops. No further attempt begins after that. */
  stopping: AbortSignal
  /** Aborted when attempts in progress must end. */
  ending: AbortSignal
}

/**
 * Delivers events to one endpoint until no event is due. The events of one incident are delivered strictly in order.
 * Events of different incidents are delivered at the same time. If the delivery of an event fails, only the later
 * events of its incident have to wait.
 * @see docs/decisions/0020-webhooks-are-cursors.md
 */
export class EndpointRun {
  readonly #options: RunOptions
  readonly #backlog: Backlog
  readonly #progress: ProgressLog
  /** Incidents whose events are being delivered at the moment: new events, and retries of failed events. */
  readonly #active = { new: new Set<Uuid>(), retries: new Set<Uuid>() }
  readonly #endsAtMs = performance.now() + runMaximumMs
  #pauseReason: PauseReason | undefined
  #failure: unknown
  #signalChange = () => {}
  /** Last attempt with a long event. The next long event is sent after this attempt has ended. */
  #lastLong: Promise<unknown> = Promise.resolve()

  constructor(options: RunOptions) {
    const { scope, endpoint } = options
    this.#options = options
    this.#backlog = new Backlog(scope, endpoint)
    this.#progress = new ProgressLog(scope, endpoint, this.#backlog)
  }

  /** @throws LeaseLost if the lease has ended, and any error of the database. */
  async run(): Promise<void> {
    const { scope, endpoint } = this.#options
    await this.#backlog.load()
    do {
      if (this.#mayBegin()) await this.#readAndBegin()
      if (this.#isActive()) await this.#waitForChange()
    } while (this.#isActive() || (this.#mayBegin() && this.#hasWork()))
    if (this.#failure) throw this.#failure
    await this.#progress.store()
    if (this.#pauseReason) await pauseEndpoint(scope, endpoint.id, this.#pauseReason)
  }

  #mayBegin(): boolean {
    const isOver = this.#options.stopping.aborted || performance.now() > this.#endsAtMs
    return !isOver && !this.#pauseReason && !this.#failure
  }

  #isActive(): boolean {
    return this.#active.new.size + this.#active.retries.size > 0
  }

  #hasWork(): boolean {
    return [...this.#backlog.waiting].length + this.#backlog.due.length > 0
  }

  /** Reads new events from the feed, and begins to deliver. */
  async #readAndBegin(): Promise<void> {
    try {
      await this.#backlog.readFeed()
      this.#begin()
    } catch (error) {
      // Do not throw the error yet: until the attempts in progress have ended, the lease is needed and their progress
      // must be stored.
      this.#failure ??= error
    }
  }

  /** Begins delivering the events of as many incidents as the limits allow. */
  #begin(): void {
    for (const incidentId of this.#backlog.waiting) {
      if (this.#active.new.size >= newMaximum) break
      if (!this.#isBeingDelivered(incidentId)) {
        this.#track(this.#active.new, incidentId, this.#deliverNew(incidentId))
      }
    }
    for (const { incidentId } of this.#backlog.due) {
      if (this.#active.retries.size >= retriesMaximum) break
      if (!this.#isBeingDelivered(incidentId)) {
        this.#track(this.#active.retries, incidentId, this.#retry(incidentId))
      }
    }
  }

  /**
   * Returns true until the result of the incident's last attempt is stored. The next event must wait until then: after
   * a crash, an attempt without a stored result is repeated, and would come after the next event.
   */
  #isBeingDelivered(incidentId: Uuid): boolean {
    return this.#active.new.has(incidentId) || this.#active.retries.has(incidentId)
  }

  #track(active: Set<Uuid>, incidentId: Uuid, work: Promise<void>): void {
    active.add(incidentId)
    void work
      .catch((error: unknown) => {
        this.#failure ??= error
      })
      .finally(() => {
        active.delete(incidentId)
        this.#signalChange()
      })
  }

  async #waitForChange(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#signalChange = resolve
    const over = new AbortController()
    await Promise.race([promise, delay(pollIntervalMs, undefined, { signal: over.signal }).catch(() => {})])
    over.abort()
  }

  /** Delivers the new events of an incident until the delivery of one of them fails. */
  async #deliverNew(incidentId: Uuid): Promise<void> {
    while (this.#mayBegin()) {
      const key = this.#backlog.firstOf(incidentId)
      if (!key) return
      const attempt = await this.#attempt(key.position, 1)
      if (attempt === 'stopped') return
      if (attempt?.isDelivered === false) this.#backlog.holdBack(incidentId, attempt)
      else this.#backlog.markDelivered(incidentId)
      if (attempt) await this.#progress.log(attempt)
    }
  }

  /** Retries the failed event of an incident. If the retry succeeds, also delivers the later events of the incident. */
  async #retry(incidentId: Uuid): Promise<void> {
    for (let isHeld = true; isHeld && this.#mayBegin();) {
      const held = this.#backlog.heldOf(incidentId)
      const attempt = await this.#attempt(held.position, held.attempts + 1)
      if (attempt === 'stopped') return
      if (attempt?.isDelivered === false) {
        const { failingSince } = this.#backlog.postpone(held, attempt)
        if (Date.parse(attempt.at) - Date.parse(failingSince) >= retriesEndAfterMs) this.#pauseReason ??= 'failures'
        await this.#progress.log(attempt)
        return
      }
      isHeld = await this.#backlog.moveOn(held)
      if (attempt) await this.#progress.log(attempt)
    }
  }

  /**
   * Makes one attempt. Returns undefined if the event was erased, which counts as delivered. Returns 'stopped' if the
   * run began to stop while a long event waited for other long events.
   */
  async #attempt(position: number, number: number): Promise<Attempt | 'stopped' | undefined> {
    const short = await attemptDelivery(this.#options, { position, number, maximumLength: shortMaximumLength })
    const attempt = short === 'too long' ? await this.#attemptLong(position, number) : short
    if (attempt !== 'stopped' && attempt?.status === 410) this.#pauseReason ??= 'gone'
    return attempt
  }

  /**
   * Sends long events one after another, because each event takes memory until its receiver answers. Reads the event
   * again when it can be sent, so that it takes no memory while it waits.
   */
  #attemptLong(position: number, number: number): Promise<Attempt | 'stopped' | undefined> {
    const attempt = this.#lastLong.then(async () => {
      if (!this.#mayBegin()) return 'stopped'
      return (await attemptDelivery(this.#options, { position, number, maximumLength: Infinity })) as
        | Attempt
        | undefined
    })
    this.#lastLong = attempt.catch(() => undefined)
    return attempt
  }
}
