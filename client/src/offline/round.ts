import type { Uuid } from '../generated/resources.ts'
import { awaitedBy, type ChangeEntry, type QueueEntry, type SentCreation } from './entry.ts'

/** State of the incident that an entry belongs to. */
interface Whereabouts {
  state: QueueEntry['state'] | 'dropped'
  /** Id of the incident; undefined if the server does not have the incident yet. */
  incidentId?: Uuid | undefined
}

/** Entries of a store at the start of one round of a flush. */
export class Round {
  readonly entries: readonly QueueEntry[]
  readonly waiting: readonly QueueEntry[]
  /** Entries by id. After the round has sent a creation, the map has the sent creation instead of the waiting one. */
  readonly #byId: Map<string, QueueEntry>
  /**
   * Incident of each change, keyed by the id of the change: a text that is the same for all changes of one incident.
   */
  readonly #incidents: Map<string, string>
  readonly #blocked = new Set<string>()

  constructor(entries: readonly QueueEntry[]) {
    this.entries = entries
    this.waiting = entries.filter(({ state }) => state === 'waiting')
    this.#byId = new Map(entries.map((entry) => [entry.id, entry]))
    // An older change may refer to its incident by the clientRequestId, and a newer change to the same incident by the
    // id.
    this.#incidents = new Map(
      entries.filter(isChange).map((entry) => [entry.id, this.incidentOf(entry)?.incidentId ?? awaitedBy(entry)!]),
    )
  }

  /**
   * Returns the entries to send, in their order: files last. A change comes after all earlier changes of the same
   * incident, and is left out while an earlier change is parked. Without `withFiles`, all files are left out. Without
   * `withOthers`, all other entries are left out, and the files that wait for one of them.
   */
  inOrder({ withFiles, withOthers }: { withFiles: boolean; withOthers: boolean }): QueueEntry[] {
    const parked = new Set<string>()
    const ranks = new Map<string, number>()
    const ranked: { entry: QueueEntry; rank: number }[] = []
    for (const entry of this.entries) {
      // `incident` is undefined for an entry that is not a change.
      const incident = this.#incidents.get(entry.id)
      if (incident && entry.state === 'parked') parked.add(incident)
      const isBehind = incident && parked.has(incident)
      if (entry.state !== 'waiting' || isBehind || this.incidentOf(entry)?.state === 'parked') continue
      // After the upload of a file failed, skip all files. The server may accept the other entries while its file
      // storage is down.
      if (isFile(entry) ? !withFiles : !withOthers) continue
      // Without this check, a flush would try such a file in endless rounds.
      if (!withOthers && this.incidentOf(entry)?.state === 'waiting') continue
      const rank = Math.max(rankOf(entry), ranks.get(incident ?? '') ?? 0)
      if (incident) ranks.set(incident, rank)
      ranked.push({ entry, rank })
    }
    return ranked.toSorted((one, other) => one.rank - other.rank).map(({ entry }) => entry)
  }

  /** Returns the state of the incident that an entry belongs to; undefined for a creation. */
  incidentOf(entry: QueueEntry): Whereabouts | undefined {
    if (entry.kind === 'incident') return undefined
    if ('incidentId' in entry.incident) return { state: 'sent', ...entry.incident }
    return this.#byId.get(entry.incident.clientRequestId) ?? { state: 'dropped' }
  }

  markSent(entry: SentCreation): void {
    this.#byId.set(entry.id, entry)
  }

  /** Makes this round skip the later changes of an entry's incident. Does nothing for an entry that is not a change. */
  block({ id }: QueueEntry): void {
    const incident = this.#incidents.get(id)
    if (incident) this.#blocked.add(incident)
  }

  isBlocked({ id }: QueueEntry): boolean {
    const incident = this.#incidents.get(id)
    return incident !== undefined && this.#blocked.has(incident)
  }

  /** Returns the waiting changes of the same incident that were queued after the given change, in order. */
  changesBehind({ id }: ChangeEntry): ChangeEntry[] {
    const behind = this.entries.slice(this.entries.findIndex((entry) => entry.id === id) + 1).filter(isChange)
    const incident = this.#incidents.get(id)
    return behind.filter((entry) => entry.state === 'waiting' && this.#incidents.get(entry.id) === incident)
  }
}

export const isFile = ({ kind }: QueueEntry): boolean => kind === 'file'
export const isChange = (entry: QueueEntry): entry is ChangeEntry => entry.kind === 'change'

// Files come after all other entries. Within each group, entries with more setbacks come later, because they may fail
// again and delay the entries behind them.
const rankOf = (entry: QueueEntry): number => (isFile(entry) ? 1e9 : 0) + (entry.setbacks ?? 0)
