import type { Uuid } from '../generated/resources.ts'
import { awaitedBy, type ChangeEntry, type QueueEntry, type SentCreation } from './entry.ts'

/** State of the incident that an entry belongs to. */
interface IncidentState {
  state: QueueEntry['state'] | 'dropped'
  /** Id of the incident; undefined if the server does not have the incident yet. */
  incidentId?: Uuid | undefined
}

/**
 * Kinds of entries to send: files, and all others. After some errors, a flush continues with only one kind: the
 * server may accept comments while its file storage is down.
 */
interface Wanted {
  withFiles: boolean
  withOthers: boolean
}

/** Entries of a store at the start of one round of a flush. */
export class Round {
  readonly entries: readonly QueueEntry[]
  readonly waiting: readonly QueueEntry[]
  /** Entries by id. After the round has sent a creation, the map has the sent creation instead of the waiting one. */
  readonly #byId: Map<string, QueueEntry>
  /**
   * Id or clientRequestId of the incident of each change, keyed by the id of the change. Equal for all changes of an
   * incident.
   */
  readonly #incidents = new Map<string, string>()
  /** Changes of each incident, in order. The key is the id or clientRequestId of the incident. */
  readonly changes = new Map<string, ChangeEntry[]>()
  readonly #blocked = new Set<string>()

  constructor(entries: readonly QueueEntry[]) {
    this.entries = entries
    this.waiting = entries.filter(({ state }) => state === 'waiting')
    this.#byId = new Map(entries.map((entry) => [entry.id, entry]))
    // An older change may refer to its incident by the clientRequestId, and a newer change to the same incident by the
    // id.
    for (const change of entries.filter(isChange)) {
      const incident = this.incidentOf(change)?.incidentId ?? awaitedBy(change)!
      this.#incidents.set(change.id, incident)
      const changes = this.changes.get(incident) ?? []
      changes.push(change)
      this.changes.set(incident, changes)
    }
  }

  /**
   * Returns the entries to send in order, files last. A change comes after all earlier changes of the same incident,
   * and is left out if an earlier change is left out.
   */
  inOrder(wanted: Wanted): QueueEntry[] {
    /** Rank of the last change of each incident; Infinity if the change is left out. */
    const ranks = new Map<string | undefined, number>()
    const ranked = this.entries.map((entry) => {
      // `incident` is undefined for an entry that is not a change.
      const incident = this.#incidents.get(entry.id)
      const ownRank = this.#isSendable(entry, wanted) ? rankOf(entry) : Infinity
      const rank = Math.max(ownRank, ranks.get(incident) ?? 0)
      if (incident) ranks.set(incident, rank)
      return { entry, rank }
    })
    const sendable = ranked.filter(({ rank }) => rank < Infinity)
    return sendable.toSorted((one, other) => one.rank - other.rank).map(({ entry }) => entry)
  }

  #isSendable(entry: QueueEntry, { withFiles, withOthers }: Wanted): boolean {
    const incidentState = this.incidentOf(entry)?.state
    if (entry.state !== 'waiting' || incidentState === 'parked') return false
    if (!isFile(entry)) return withOthers
    // Leave out a file if the creation of its incident is left out. Otherwise a flush would try the file in endless
    // rounds.
    return withFiles && (withOthers || incidentState !== 'waiting')
  }

  /** Returns the state of the incident that an entry belongs to; undefined for a creation. */
  incidentOf(entry: QueueEntry): IncidentState | undefined {
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

  /** Returns the changes of the same incident that were queued after the given change, in order. */
  changesBehind({ id }: ChangeEntry): readonly ChangeEntry[] {
    const changes = this.changes.get(this.#incidents.get(id)!)!
    return changes.slice(changes.findIndex((change) => change.id === id) + 1)
  }
}

export const isFile = ({ kind }: QueueEntry): boolean => kind === 'file'
const isChange = (entry: QueueEntry): entry is ChangeEntry => entry.kind === 'change'

// Files come after all other entries. Within each group, entries with more setbacks come later, because an entry that
// fails again delays the entries after it.
const rankOf = (entry: QueueEntry): number => (isFile(entry) ? 1e9 : 0) + (entry.setbacks ?? 0)
