import { setTimeout as delay } from 'node:timers/promises'
import { feedKinds } from '@tocsin/contract/events/catalogue.ts'
import type { PauseReason } from '@tocsin/contract/api/webhook.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { NIL as noIncident } from 'uuid'
import { nextKeyOf, readEventKeys } from '../../feed/event-keys.ts'
import type { EventKey } from '../../feed/key-queries.ts'
import type { OrganizationScope } from '../../scope.ts'
import { pauseEndpoint } from '../endpoints/pause.ts'
import { attemptDelivery, type Attempt } from './attempt.ts'
import { DeliveryCursor } from './cursor.ts'
import { heldMaximum, type LeasedEndpoint } from './lease-queries.ts'
import { findHeld, type HeldIncident } from './progress-queries.ts'
import { ProgressLog } from './progress-log.ts'
import { retriesEndAfterMs, retryDelayMs } from './retry-delay.ts'
import type { WebhookSender } from './sender.ts'

/** Maximum numbers of simultaneous attempts: for new events, and for retries, which often wait for an answer. */
const newMaximum = 8
const retriesMaximum = 4
/** Number of undelivered events beyond which the run reads no further. */
const openMaximum = 200
const pageLimit = 100
/** Interval at which the run looks for new events while attempts are in progress. */
const pollIntervalMs = 500

export interface RunOptions {
  scope: OrganizationScope
  endpoint: LeasedEndpoint
  sender: WebhookSender
  /** Aborted when the server stops. The run then begins no further attempt. */
  stopping: AbortSignal
  /** Aborted when attempts in progress must end. */
  ending: AbortSignal
}

/**
 * Delivers the events of one endpoint until none is due: strictly in order for each incident, and for several incidents
 * at the same time. An event that fails holds back the later events of its incident, and no others.
 * @see docs/decisions/0020-webhooks-are-cursors.md
 */
export class EndpointRun {
  readonly #options: RunOptions
  readonly #kinds: readonly string[]
  readonly #cursor: DeliveryCursor
  readonly #progress: ProgressLog
  /** Events to deliver for the first time, in order, keyed by incident. */
  readonly #queues = new Map<Uuid, EventKey[]>()
  readonly #held = new Map<Uuid, HeldIncident>()
  /** Incidents with an attempt in progress. */
  readonly #active = { new: new Set<Uuid>(), retries: new Set<Uuid>() }
  #pauseReason: PauseReason | undefined
  #failure: unknown
  #signalChange = () => {}

  constructor(options: RunOptions) {
    const { scope, endpoint } = options
    this.#options = options
    this.#kinds = endpoint.kinds ?? feedKinds
    this.#cursor = new DeliveryCursor(endpoint.position, endpoint.deliveredAhead)
    this.#progress = new ProgressLog(scope, endpoint, this.#cursor, this.#held)
  }

  /** @throws LeaseLost if another process delivers the events now, or an error of the database. */
  async run(): Promise<void> {
    const { scope, endpoint } = this.#options
    for (const held of await findHeld(scope, endpoint.id)) this.#held.set(held.incidentId, held)
    for (;;) {
      if (this.#mayBegin()) {
        await this.#readFeed()
        this.#begin()
      }
      if (this.#active.new.size + this.#active.retries.size === 0) break
      await this.#waitForChange()
    }
    if (this.#failure) throw this.#failure
    await this.#progress.store()
    if (this.#pauseReason) await pauseEndpoint(scope, endpoint.id, this.#pauseReason)
  }

  #mayBegin(): boolean {
    return !this.#options.stopping.aborted && !this.#pauseReason && !this.#failure
  }

  /** Reads on in the feed until enough events are waiting. */
  async #readFeed(): Promise<void> {
    const { scope } = this.#options
    while (this.#cursor.openCount < openMaximum && this.#held.size + this.#queues.size < heldMaximum) {
      const query = { after: this.#cursor.readUntil, kinds: this.#kinds, limit: pageLimit }
      const { keys, until, newest } = await readEventKeys(scope, query)
      const fresh = keys.filter((key) => !this.#cursor.isDelivered(key.position) && !this.#held.has(laneOf(key)))
      this.#cursor.advance(
        until,
        fresh.map(({ position }) => position),
      )
      for (const key of fresh) {
        const queue = this.#queues.get(laneOf(key))
        if (queue) queue.push(key)
        else this.#queues.set(laneOf(key), [key])
      }
      if (until === newest) return
    }
  }

  /** Begins to deliver to as many incidents as the limits allow. */
  #begin(): void {
    for (const lane of this.#queues.keys()) {
      if (this.#active.new.size >= newMaximum) break
      if (!this.#active.new.has(lane)) this.#track(this.#active.new, lane, this.#deliverNew(lane))
    }
    for (const { incidentId: lane, retryAt } of this.#held.values()) {
      if (this.#active.retries.size >= retriesMaximum) break
      const isDue = Date.parse(retryAt) <= Date.now()
      if (isDue && !this.#active.retries.has(lane)) this.#track(this.#active.retries, lane, this.#retry(lane))
    }
  }

  #track(active: Set<Uuid>, lane: Uuid, work: Promise<void>): void {
    active.add(lane)
    void work
      .catch((error: unknown) => {
        this.#failure ??= error
      })
      .finally(() => {
        active.delete(lane)
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

  /** Delivers the waiting events of an incident, until one of them fails. */
  async #deliverNew(lane: Uuid): Promise<void> {
    const queue = this.#queues.get(lane)!
    while (queue.length > 0 && this.#mayBegin()) {
      const key = queue[0]!
      const attempt = await this.#attempt(key, 1)
      if (attempt.isDelivered) {
        queue.shift()
        this.#cursor.markDelivered(key.position)
      } else {
        this.#hold(lane, key, attempt)
      }
      await this.#progress.log(attempt)
      if (!attempt.isDelivered) return
    }
    if (queue.length === 0) this.#queues.delete(lane)
  }

  /** Holds back an incident whose event has failed for the first time, and its later events. */
  #hold(lane: Uuid, { id: eventId, position }: EventKey, { at: failingSince, retryAfterMs }: Attempt): void {
    for (const key of this.#queues.get(lane)!) this.#cursor.markHeld(key.position)
    this.#queues.delete(lane)
    const retryAt = soon(retryDelayMs(1, retryAfterMs))
    this.#setHeld({ incidentId: lane, eventId, position, attempts: 1, failingSince, retryAt })
  }

  /** Retries the event that holds back an incident. After a success, delivers the later events of the incident. */
  async #retry(lane: Uuid): Promise<void> {
    const { scope } = this.#options
    while (this.#mayBegin()) {
      const held = this.#held.get(lane)!
      const attempt = await this.#attempt({ id: held.eventId, position: held.position }, held.attempts + 1)
      if (!attempt.isDelivered) return this.#postpone(held, attempt)

      this.#cursor.markDelivered(held.position)
      let until: number
      let next: EventKey | undefined
      do {
        until = this.#cursor.readUntil
        const incidentId = lane === noIncident ? null : lane
        next = await nextKeyOf(scope, { incidentId, after: held.position, until, kinds: this.#kinds })
        // Look again if the feed was read further in the meantime, because that left out the events of this incident.
      } while (!next && until !== this.#cursor.readUntil)
      if (next) {
        const now = soon(0)
        const { id: eventId, position } = next
        this.#setHeld({ incidentId: lane, eventId, position, attempts: 0, failingSince: now, retryAt: now })
      } else {
        this.#held.delete(lane)
        this.#progress.noteChange(lane)
      }
      await this.#progress.log(attempt)
      if (!next) return
    }
  }

  /** Postpones an event that has failed again. Pauses the endpoint if the event has failed for too long. */
  async #postpone(held: HeldIncident, attempt: Attempt): Promise<void> {
    const attempts = held.attempts + 1
    // The first failure of an event that waited behind another one begins its own time.
    const failingSince = held.attempts === 0 ? attempt.at : held.failingSince
    this.#setHeld({ ...held, attempts, failingSince, retryAt: soon(retryDelayMs(attempts, attempt.retryAfterMs)) })
    if (Date.parse(attempt.at) - Date.parse(failingSince) >= retriesEndAfterMs) this.#pauseReason ??= 'failures'
    await this.#progress.log(attempt)
  }

  #setHeld(held: HeldIncident): void {
    this.#held.set(held.incidentId, held)
    this.#progress.noteChange(held.incidentId)
  }

  async #attempt(key: Pick<EventKey, 'id' | 'position'>, number: number): Promise<Attempt> {
    const attempt = await attemptDelivery(this.#options, key, number)
    if (attempt.status === 410) this.#pauseReason ??= 'gone'
    return attempt
  }
}

/** Returns the incident of an event. All events that belong to no incident are delivered in one order, too. */
const laneOf = ({ incidentId }: EventKey): Uuid => incidentId ?? noIncident

const soon = (afterMs: number): string => new Date(Date.now() + afterMs).toISOString()
