import { feedKinds } from '@tocsin/contract/events/catalogue.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { NIL as noIncident } from 'uuid'
import { nextKeyOf, readEventKeys, type EventKey } from '../../feed/event-keys.ts'
import type { OrganizationScope } from '../../scope.ts'
import type { Attempt } from './attempt.ts'
import { DeliveryCursor } from './cursor.ts'
import { findHeld, type HeldIncident } from './held-queries.ts'
import { heldMaximum, type LeasedEndpoint } from './lease-queries.ts'
import type { Progress } from './progress-queries.ts'
import { retryDelayMs } from './retry-delay.ts'

/**
 * Maximum numbers of events in memory. At one of these numbers, the backlog stops reading the feed. Events without an
 * incident have their own maximum, because they are delivered one after another: with a common maximum, the events of
 * an import would delay the events of incidents. `deliveredAhead` counts delivered events that follow an undelivered
 * event in the feed.
 */
const maximums = { ofIncidents: 200, withoutIncident: 5_000, deliveredAhead: 1_000 }
const pageLimit = 100

/**
 * Events that are still to be delivered to one endpoint. For each incident, the backlog contains either a queue of new
 * events, or one event whose delivery failed. A failed event holds back the later events of its incident: they stay in
 * the feed, and the backlog reads them again later. The events without an incident form one group, with the nil UUID as
 * incident id.
 */
export class Backlog {
  readonly #scope: OrganizationScope
  readonly #endpointId: Uuid
  readonly #kinds: readonly string[]
  readonly #cursor: DeliveryCursor
  readonly #queues = new Map<Uuid, EventKey[]>()
  readonly #held = new Map<Uuid, HeldIncident>()
  /** Incidents whose failed event, or the time of its next retry, has changed since `takeProgress` was last called. */
  readonly #changed = new Set<Uuid>()

  constructor(scope: OrganizationScope, { id, kinds, position, deliveredAhead }: LeasedEndpoint) {
    this.#scope = scope
    this.#endpointId = id
    this.#kinds = kinds ?? feedKinds
    this.#cursor = new DeliveryCursor(position, deliveredAhead)
  }

  /** Reads from the database which incidents have a failed event. Call this function first, and only once. */
  async load(): Promise<void> {
    for (const held of await findHeld(this.#scope, this.#endpointId)) this.#held.set(held.incidentId, held)
  }

  /** Reads new events from the feed until enough undelivered events are in memory or the feed ends. */
  async readFeed(): Promise<void> {
    while (this.#hasRoom()) {
      const query = { after: this.#cursor.readUntil, kinds: this.#kinds, limit: pageLimit }
      const { keys, until, newest } = await readEventKeys(this.#scope, query)
      const fresh = keys.filter((key) => !this.#cursor.isDelivered(key.position) && !this.#held.has(incidentOf(key)))
      const positions = fresh.map(({ position }) => position)
      this.#cursor.advance(until, positions)
      for (const key of fresh) {
        const queue = this.#queues.get(incidentOf(key))
        if (queue) queue.push(key)
        else this.#queues.set(incidentOf(key), [key])
      }
      if (until === newest) return
    }
  }

  #hasRoom(): boolean {
    const { openCount, deliveredAheadCount } = this.#cursor
    const withoutIncident = this.#queues.get(noIncident)?.length ?? 0
    return (
      openCount - withoutIncident < maximums.ofIncidents &&
      withoutIncident < maximums.withoutIncident &&
      deliveredAheadCount < maximums.deliveredAhead &&
      this.#held.size + this.#queues.size < heldMaximum
    )
  }

  /** Ids of the incidents that have new events to deliver. */
  get waiting(): Iterable<Uuid> {
    return this.#queues.keys()
  }

  /** Incidents whose failed event is due for a retry. */
  get due(): HeldIncident[] {
    const now = new Date().toISOString()
    return [...this.#held.values()].filter(({ retryAt }) => retryAt <= now)
  }

  /** Returns the next new event to deliver for an incident. */
  firstOf(incidentId: Uuid): EventKey | undefined {
    return this.#queues.get(incidentId)?.[0]
  }

  heldOf(incidentId: Uuid): HeldIncident {
    return this.#held.get(incidentId)!
  }

  /** Marks as delivered the event that `firstOf` returns for this incident. */
  markDelivered(incidentId: Uuid): void {
    const queue = this.#queues.get(incidentId)!
    this.#cursor.markDelivered(queue.shift()!.position)
    if (queue.length === 0) this.#queues.delete(incidentId)
  }

  /** Holds an incident back after the first attempt to deliver its next event has failed. */
  holdBack(incidentId: Uuid, { at, retryAfterMs }: Attempt): void {
    const queue = this.#queues.get(incidentId)!
    for (const { position } of queue) this.#cursor.markHeld(position)
    this.#queues.delete(incidentId)
    const { id: eventId, position } = queue[0]!
    const retryAt = timeAfter(retryDelayMs(1, retryAfterMs))
    this.#set({ incidentId, eventId, position, attempts: 1, failingSince: at, retryAt })
  }

  /** Schedules the next retry of an event whose delivery has failed again. */
  postpone({ incidentId, attempts: before }: HeldIncident, { at, retryAfterMs }: Attempt): HeldIncident {
    const held = this.heldOf(incidentId)
    const attempts = before + 1
    // If `before` is 0, the event has waited behind a failed event, and this was its own first attempt.
    const failingSince = before === 0 ? at : held.failingSince
    const postponed = { ...held, attempts, failingSince, retryAt: timeAfter(retryDelayMs(attempts, retryAfterMs)) }
    this.#set(postponed)
    return postponed
  }

  /**
   * Marks the event that held an incident back as delivered, and makes the next event of the incident due.
   * @returns false if there is no next event, so that the incident is no longer held back.
   */
  async moveOn({ incidentId, position: after }: HeldIncident): Promise<boolean> {
    this.#cursor.markDelivered(after)
    let until: number
    let next: EventKey | undefined
    do {
      until = this.#cursor.readUntil
      const query = { incidentId: incidentId === noIncident ? null : incidentId, after, until, kinds: this.#kinds }
      next = await nextKeyOf(this.#scope, query)
      // Search again if `readFeed` ran during the search. It skips all events of an incident that is held back, and so
      // may have skipped the next event of this incident.
    } while (!next && until !== this.#cursor.readUntil)
    if (next) {
      const now = timeAfter(0)
      this.#set({ incidentId, eventId: next.id, position: next.position, attempts: 0, failingSince: now, retryAt: now })
    } else {
      this.#held.delete(incidentId)
      this.#changed.add(incidentId)
    }
    return next !== undefined
  }

  /** Returns the progress to store. Includes an incident only if its failed event has changed since the last call. */
  takeProgress(): Omit<Progress, 'attempts'> {
    const changed = [...this.#changed]
    this.#changed.clear()
    const retryTimes = Array.from(this.#held.values(), ({ retryAt }) => retryAt)
    return {
      position: this.#cursor.position,
      deliveredAhead: this.#cursor.deliveredAhead,
      held: changed.flatMap((id) => this.#held.get(id) ?? []),
      released: changed.filter((id) => !this.#held.has(id)),
      retryAt: retryTimes.toSorted()[0] ?? null,
    }
  }

  #set(held: HeldIncident): void {
    this.#held.set(held.incidentId, held)
    this.#changed.add(held.incidentId)
  }
}

const incidentOf = ({ incidentId }: EventKey): Uuid => incidentId ?? noIncident

const timeAfter = (delayMs: number): string => new Date(Date.now() + delayMs).toISOString()
