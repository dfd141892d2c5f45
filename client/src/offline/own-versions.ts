import type { Uuid } from '../generated/resources.ts'
import type { QueueStore } from '../stores/store.ts'
import type { ChangeEntry, ParkingProblem } from './entry.ts'

/**
 * Versions that the sent changes of this queue have produced. If a waiting change is based on the same version as a
 * sent change, its `ifMatch` is raised to the version after the sent change: the user knows both changes, so they are
 * not in conflict. `ifMatch` is also raised past versions in which only files were attached or deleted.
 */
export class OwnVersions {
  /** Replacement of each version in `ifMatch`, keyed by the incident id and then by the replaced version. */
  readonly #next = new Map<Uuid, Map<number, number>>()

  /**
   * Records the version that a sent change has produced.
   * @param current version of the incident in the response. After a retry, this version may include later changes by
   *   other users.
   */
  record(incidentId: Uuid, { ifMatch, givenIfMatch = ifMatch, patch }: ChangeEntry, current: number): void {
    // A patch with only a comment raises no version, so a higher version in the response to a retry comes from other
    // users.
    const hasFields = Object.keys(patch).some((field) => field !== 'comment')
    if (ifMatch === undefined || !hasFields) return
    // A change with `ifMatch` produces the next version, or changes nothing.
    const reached = Math.min(current, ifMatch + 1)
    if (reached <= ifMatch) return
    this.#lead(incidentId, ifMatch, reached)
    // Other waiting changes have the version that the caller gave, until the flush raises it.
    this.#lead(incidentId, givenIfMatch!, reached)
  }

  /**
   * Records the current version if only attached or deleted files have changed the incident since the `ifMatch` of a
   * rejected change. A change cannot overwrite files, so files are no conflict. Often this queue has sent the files.
   * @returns false if the change was rejected for another reason.
   */
  recordFiles(incidentId: Uuid, { ifMatch }: ChangeEntry, problem: ParkingProblem): boolean {
    const { code, currentVersion, changedFields = [] } = problem
    const isByFiles = code === 'incident_changed' && changedFields.join() === 'mediaIds'
    if (!isByFiles || ifMatch === undefined || !(currentVersion! > ifMatch)) return false
    this.#lead(incidentId, ifMatch, currentVersion!)
    return true
  }

  #lead(incidentId: Uuid, base: number, reached: number): void {
    const next = this.#next.get(incidentId) ?? new Map<number, number>()
    this.#next.set(incidentId, next.set(base, reached))
  }

  /**
   * Raises the `ifMatch` of the first waiting change in the store to the recorded version. If the process ends, the next
   * flush learns from this change how to raise the others, so the others need not be written.
   * @param changes waiting changes of one incident, in order.
   */
  async advanceFirst(
    store: Pick<QueueStore, 'read' | 'replace'>,
    incidentId: Uuid,
    changes: readonly ChangeEntry[],
  ): Promise<void> {
    for (const change of changes) {
      if (this.advance(incidentId, change) === change) continue
      const stored = await readWaiting(store, change)
      if (stored) return store.replace(this.advance(incidentId, stored))
    }
  }

  /** Returns a waiting change with its `ifMatch` raised to the recorded version. */
  advance(incidentId: Uuid, change: ChangeEntry): ChangeEntry {
    const { ifMatch, givenIfMatch = ifMatch } = change
    if (ifMatch === undefined) return change
    const next = this.#next.get(incidentId)
    let reached = ifMatch
    while (next?.has(reached)) reached = next.get(reached)!
    return reached === ifMatch ? change : { ...change, ifMatch: reached, givenIfMatch }
  }
}

/** Reads a change. @returns undefined if it was dropped, parked or sent after the flush had listed it. */
export async function readWaiting(
  store: Pick<QueueStore, 'read'>,
  { id }: ChangeEntry,
): Promise<ChangeEntry | undefined> {
  const stored = await store.read(id)
  return stored?.kind === 'change' && stored.state === 'waiting' ? stored : undefined
}
