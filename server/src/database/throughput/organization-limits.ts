import type { Uuid } from '@tocsin/contract/scalars.ts'
import { ConcurrencyLimit, type Release } from './concurrency-limit.ts'

/**
 * Number of database connections that a single organization leaves free, however busy it is. They are reserved for
 * other organizations and for health probes.
 */
export const reservedConnections = 2
const waitingMaximum = 1_000

/**
 * Concurrency limits, one for each organization, so that no organization waits for the work of another organization.
 */
export class OrganizationLimits {
  readonly #runningMaximum: number
  readonly #limits = new Map<Uuid, ConcurrencyLimit>()

  /**
   * @param connections number of the server's database connections. A single organization can occupy all of them except
   *   two.
   * @param weightPerConnection weight of work that occupies one connection.
   */
  constructor(connections: number, weightPerConnection = 1) {
    this.#runningMaximum = weightPerConnection * Math.max(1, connections - reservedConnections)
  }

  /**
   * Waits for a slot of an organization.
   * @returns a function that releases the slot.
   * @throws Problem `unavailable` when too much work of the organization is waiting, or when no slot becomes free in
   *   time.
   */
  async acquire(organizationId: Uuid, weight: number): Promise<Release> {
    const limit =
      this.#limits.get(organizationId) ?? new ConcurrencyLimit({ runningMaximum: this.#runningMaximum, waitingMaximum })
    this.#limits.set(organizationId, limit)
    const release = await limit.acquire(weight)
    return () => {
      release()
      // Delete the limit only in the next event-loop iteration. Until then, the limit must remember how long work of
      // the organization has run in this iteration.
      setImmediate(() => {
        if (limit.isIdle && this.#limits.get(organizationId) === limit) this.#limits.delete(organizationId)
      })
    }
  }
}
