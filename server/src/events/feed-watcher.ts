import type { Uuid } from '@tocsin/contract/scalars.ts'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../database/open.ts'
import { findNewestOf } from './position-queries.ts'

const pollIntervalMs = 400
/**
 * Maximum number of waiting requests of one organization. Further requests do not wait. When an event arrives, all
 * waiting requests enter the queue of `OrganizationLimits` at once. The maximum leaves room for other requests there.
 */
const waitingMaximum = 200

interface Waiting {
  /** Position after which the request waits for an event. */
  number: number
  resolve: () => void
}

/**
 * Lets requests wait for new events of a feed. While requests wait, one query per interval serves the requests of all
 * organizations.
 */
export class FeedWatcher {
  readonly #database: Database
  /** Waiting requests, keyed by organization. */
  readonly #waiting = new Map<Uuid, Set<Waiting>>()
  #isPolling = false
  #isClosed = false

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * Waits until the feed of an organization has an event after the position `number`. The wait ends earlier after
   * `maximumMs`, or when the signal is aborted or the watcher is closed.
   * @returns false if the caller must not wait again: the watcher is closed, the signal is aborted, or too many
   *   requests of the organization wait.
   */
  async wait(organizationId: Uuid, number: number, maximumMs: number, signal: AbortSignal): Promise<boolean> {
    const ofOrganization = this.#waiting.get(organizationId) ?? new Set()
    if (this.#isClosed || signal.aborted || ofOrganization.size >= waitingMaximum) return false
    const { promise, resolve } = Promise.withResolvers<void>()
    const waiting = { number, resolve }
    const timer = setTimeout(resolve, maximumMs)
    signal.addEventListener('abort', () => resolve(), { once: true })
    this.#waiting.set(organizationId, ofOrganization.add(waiting))
    void this.#poll()
    await promise
    clearTimeout(timer)
    ofOrganization.delete(waiting)
    if (ofOrganization.size === 0) this.#waiting.delete(organizationId)
    return !this.#isClosed && !signal.aborted
  }

  /** Ends all waits, so that the server can stop. */
  close(): void {
    this.#isClosed = true
    for (const ofOrganization of this.#waiting.values()) for (const { resolve } of ofOrganization) resolve()
  }

  async #poll(): Promise<void> {
    if (this.#isPolling) return
    this.#isPolling = true
    while (this.#waiting.size > 0 && !this.#isClosed) {
      // If the database is unavailable, query it again after the interval. The waits still end after their maximum
      // time.
      const newest = await findNewestOf(this.#database, [...this.#waiting.keys()]).catch(() => new Map<Uuid, number>())
      for (const [organizationId, position] of newest) {
        for (const { number, resolve } of this.#waiting.get(organizationId) ?? []) if (position > number) resolve()
      }
      await delay(pollIntervalMs)
    }
    this.#isPolling = false
  }
}
