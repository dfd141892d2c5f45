import type { Uuid } from '@tocsin/contract/scalars.ts'
import { ConcurrencyLimit, type Release } from './concurrency-limit.ts'

/** Database connections of a server that are left to all others, and to the probes. */
const connectionsLeft = 2
const waitingMaximum = 1_000

/** A concurrency limit of each organization's own, so that none waits for the work of another. */
export class OrganizationLimits {
  readonly #atOnce: number
  readonly #busy = new Map<Uuid, ConcurrencyLimit>()

  /**
   * @param connections to the database that the server has; an organization's work may hold all but two of them.
   * @param weightOfConnection weight of work that holds one.
   */
  constructor(connections: number, weightOfConnection = 1) {
    this.#atOnce = weightOfConnection * Math.max(1, connections - connectionsLeft)
  }

  /**
   * Waits for a turn of an organization.
   * @throws Problem `unavailable` when too much of its work waits already, or the turn does not come.
   */
  async begin(organizationId: Uuid, weight: number): Promise<Release> {
    const turns = this.#busy.get(organizationId) ?? new ConcurrencyLimit({ atOnce: this.#atOnce, waitingMaximum })
    this.#busy.set(organizationId, turns)
    const end = await turns.begin(weight)
    return () => {
      end()
      // Not before the next iteration of the event loop: until then it knows how long the work of this one has taken.
      setImmediate(() => {
        if (turns.isIdle && this.#busy.get(organizationId) === turns) this.#busy.delete(organizationId)
      })
    }
  }
}
