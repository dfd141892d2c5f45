import type { Uuid } from '../generated/resources.ts'
import type { QueueStore } from '../stores/store.ts'
import type { ChangeEntry } from './entry.ts'

/**
 * Versions to which the sent changes of a queue have led. If a sent change and a waiting change are based on the same
 * version, the waiting change is moved to the version that the sent change led to. The user knows both changes, so they
 * are not in conflict.
 */
export class OwnVersions {
  /** Base versions of the sent changes, and the versions to which these changes led, keyed by incident id. */
  readonly #next = new Map<Uuid, Map<number, number>>()

  /**
   * Records the version that a sent change has led to.
   * @param base version on which the sent change was based.
   * @param current version of the incident in the response. After a retry, this version may include later changes by
   *   others.
   */
  record(incidentId: Uuid, base: number, current: number): void {
    // A change that is based on a version leads to the next version, or changes nothing.
    const reached = Math.min(current, base + 1)
    if (reached <= base) return
    const next = this.#next.get(incidentId) ?? new Map<number, number>()
    this.#next.set(incidentId, next.set(base, reached))
  }

  /** Bases waiting changes of one incident on the version that the sent changes have led to. */
  async advance(store: QueueStore, incidentId: Uuid, changes: readonly ChangeEntry[]): Promise<void> {
    const next = this.#next.get(incidentId)
    if (!next) return
    for (const { id } of changes) {
      const stored = await store.read(id)
      if (stored?.kind !== 'change' || stored.state !== 'waiting' || stored.ifMatch === undefined) continue
      let ifMatch = stored.ifMatch
      while (next.has(ifMatch)) ifMatch = next.get(ifMatch)!
      if (ifMatch !== stored.ifMatch) await store.replace({ ...stored, ifMatch })
    }
  }
}
