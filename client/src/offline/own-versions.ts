import type { Uuid } from '../generated/resources.ts'
import type { QueueStore } from '../stores/store.ts'
import type { ChangeEntry, ParkingProblem } from './entry.ts'

/**
 * Versions that the sent changes of this queue have produced. If a waiting change is based on the same version as a
 * sent change, its `ifMatch` is raised to the version after the sent change: the user knows both changes, so they are
 * not in conflict. `ifMatch` is also raised past versions in which only files were attached or deleted.
 */
export class OwnVersions {
  /** Range of versions of each incident: after `from`, up to `to`, only this queue has changed more than its files. */
  readonly #ranges = new Map<Uuid, { from: number; to: number }>()

  /**
   * Records the version that a sent change has produced, and the earlier versions that its `ownSince` names. Call this
   * method after all earlier changes: a repeated change must keep its `ifMatch`, so that conflicts are detected.
   * @param current version of the incident in the response. After a retry, this version may include later changes by
   *   other users.
   */
  record(incidentId: Uuid, { ifMatch, ownSince = ifMatch, rebased, patch }: ChangeEntry, current: number): void {
    // An earlier attempt with another `ifMatch` may have produced an earlier version.
    if (ifMatch === undefined || rebased) return
    // A comment raises no version, so a higher version in the response to a retry comes from other users.
    const hasFields = Object.keys(patch).some((field) => field !== 'comment')
    // A change with `ifMatch` produces the next version, or changes nothing.
    this.#add(incidentId, ownSince!, hasFields ? Math.min(current, ifMatch + 1) : ifMatch)
  }

  /**
   * Records the current version if only attached or deleted files have changed the incident since the `ifMatch` of a
   * rejected change. A change cannot overwrite files, so files are no conflict. Often this queue has sent the files.
   * @returns false if the change was rejected for another reason.
   */
  recordFiles(incidentId: Uuid, { ifMatch }: ChangeEntry, { currentVersion, changedFields }: ParkingProblem): boolean {
    if (changedFields?.join() !== 'mediaIds' || !(currentVersion! > ifMatch!)) return false
    this.#add(incidentId, ifMatch!, currentVersion!)
    return true
  }

  /**
   * Stores the first change whose `ifMatch` can be raised, with the raised `ifMatch`. If the process ends, the next
   * flush learns from this change how to raise the later changes, so the later changes need not be stored.
   * @param changes changes of one incident, in order.
   */
  async raiseFirst(
    store: Pick<QueueStore, 'read' | 'replace'>,
    incidentId: Uuid,
    changes: readonly ChangeEntry[],
  ): Promise<void> {
    for (const change of changes) {
      if (this.raise(incidentId, change) === change) continue
      const stored = await readWaiting(store, change)
      if (stored) return store.replace(this.raise(incidentId, stored))
    }
  }

  /** Returns a waiting change with its `ifMatch` raised to the recorded version. */
  raise(incidentId: Uuid, change: ChangeEntry): ChangeEntry {
    const { ifMatch, ownSince = ifMatch } = change
    const range = this.#ranges.get(incidentId)
    const isOwn = range && ifMatch! >= range.from && ifMatch! < range.to
    return isOwn ? { ...change, ifMatch: range.to, ownSince: Math.min(range.from, ownSince!) } : change
  }

  /** Extends the range of an incident. If somebody else has changed the incident in between, begins a new range. */
  #add(incidentId: Uuid, from: number, to: number): void {
    const known = this.#ranges.get(incidentId)
    if (known && known.from <= to && from <= known.to) {
      known.from = Math.min(from, known.from)
      known.to = Math.max(to, known.to)
    } else this.#ranges.set(incidentId, { from, to })
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
