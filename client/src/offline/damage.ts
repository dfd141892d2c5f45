import type { QueueStore } from '../stores/store.ts'
import type { DamagedEntry, ParkingProblem } from './entry.ts'
import type { Emitter } from './events.ts'
import { localProblem } from './send-entry.ts'

/** Emits the event `damaged` once for each damaged entry that it finds in a store. */
export class DamageWatch {
  readonly #store: QueueStore
  readonly #emitter: Emitter
  readonly #reported = new Set<string>()

  constructor(store: QueueStore, emitter: Emitter) {
    this.#store = store
    this.#emitter = emitter
  }

  /**
   * Finds the damaged entries, which the last call of the store's `list` left out.
   * @returns the ids of all damaged entries, and the number of those that this call reported for the first time.
   */
  async look(): Promise<{ ids: ReadonlySet<string>; newCount: number }> {
    const ids = new Set((await this.#store.damaged?.()) ?? [])
    // Forget entries that are no longer damaged, so that new damage to the same entries is reported, too.
    for (const id of this.#reported) if (!ids.has(id)) this.#reported.delete(id)
    const unreported = [...ids].filter((id) => !this.#reported.has(id))
    for (const id of unreported) {
      this.#reported.add(id)
      this.#emitter.emit('damaged', damagedEntry(id))
    }
    return { ids, newCount: unreported.length }
  }
}

export const damagedEntry = (id: string): DamagedEntry => ({
  id,
  problem: localProblem(
    'entry_damaged',
    400,
    'The stored data of this entry differs from the data that was written, so the entry is not sent.',
  ),
})

/** Returns the problem of an entry that belongs to a damaged creation. @param id id of the creation. */
export const incidentDamaged = (id: string): ParkingProblem =>
  localProblem('incident_damaged', 400, `The creation ${id} that it belongs to is damaged on this device.`)
