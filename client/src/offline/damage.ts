import type { QueueStore } from '../stores/store.ts'
import type { DamagedEntry, ParkingProblem } from './entry.ts'
import type { Emitter } from './events.ts'
import { localProblem } from './send-entry.ts'

/** Reports each entry of a store that turns out damaged, once. */
export class DamageWatch {
  readonly #store: QueueStore
  readonly #emitter: Emitter
  readonly #reported = new Set<string>()

  constructor(store: QueueStore, emitter: Emitter) {
    this.#store = store
    this.#emitter = emitter
  }

  /**
   * Looks at what the last `list` of the store left out.
   * @returns the ids of all damaged entries, and how many of them were reported only now.
   */
  async look(): Promise<{ ids: ReadonlySet<string>; newCount: number }> {
    const ids = new Set((await this.#store.damaged?.()) ?? [])
    // One that was made anew may be damaged again.
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
  problem: localProblem('entry_damaged', 400, 'What is stored of this entry is not what was written; it is not sent.'),
})

/** The problem of a comment or a file whose creation is damaged. */
export const incidentDamaged = (id: string): ParkingProblem =>
  localProblem('incident_damaged', 400, `The creation ${id} that it belongs to is damaged on this device.`)
