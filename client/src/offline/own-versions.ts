import type { Uuid } from '../generated/resources.ts'
import type { QueueStore } from '../stores/store.ts'
import type { ChangeEntry, ParkingProblem } from './entry.ts'

/**
 * Versions to which the sent changes of a queue have led. If a sent change and a waiting change are based on the same
 * version, the waiting change is moved to the version that the sent change led to. The user knows both changes, so they
 * are not in conflict. Waiting changes are also moved past versions that only files have led to.
 */
export class OwnVersions {
  /** Base versions, and the versions to which sent changes or files led from there, keyed by incident id. */
  readonly #next = new Map<Uuid, Map<number, number>>()

  /**
   * Records the version that a sent change has led to.
   * @param current version of the incident in the response. After a retry, this version may include later changes by
   *   others.
   */
  record(incidentId: Uuid, { ifMatch, givenIfMatch = ifMatch, patch }: ChangeEntry, current: number): void {
    // A patch with only a comment raises no version, so a higher version in the response to a retry comes from others.
    const hasFields = Object.keys(patch).some((field) => field !== 'comment')
    if (ifMatch === undefined || !hasFields) return
    // A change that is based on a version leads to the next version, or changes nothing.
    const reached = Math.min(current, ifMatch + 1)
    if (reached <= ifMatch) return
    this.#lead(incidentId, ifMatch, reached)
    // Later changes are based on the version that the caller gave, until the flush advances them.
    this.#lead(incidentId, givenIfMatch!, reached)
  }

  /**
   * Records the version that attached and deleted files have led to, if nothing else has changed since the version on
   * which a rejected change is based. A change cannot overwrite files, so it is not in conflict with them. Often they
   * are files of this queue.
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
   * Bases the first waiting change in the store on the version that the sent changes have led to. If the process ends,
   * the next flush learns from this change how to base the others, so the others need not be written.
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

  /** Returns a waiting change of an incident, based on the version that the sent changes have led to. */
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
