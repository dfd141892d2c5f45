import type { TocsinClient } from '../client.ts'
import { TocsinError } from '../error.ts'
import type { Instant, Uuid } from '../generated/resources.ts'
import type { QueueStore } from '../stores/store.ts'
import type { CallOptions } from '../transport/transport.ts'
import { incidentDamaged, type DamageWatch } from './damage.ts'
import { awaitedBy, type ParkingProblem, type QueueEntry, type SentCreation, type UnsentEntry } from './entry.ts'
import type { Emitter, FlushProgress, SentEntry } from './events.ts'
import { forgetSent } from './remove-entry.ts'
import { countFailure, localProblem, parkingProblemOf, sendEntry } from './send-entry.ts'

/** Result of a flush. */
export type FlushResult = FlushProgress &
  (
    | {
        /** `finished`: no entry is left that can be sent. `busy`: another process or tab is flushing this store. */
        outcome: 'finished' | 'busy'
      }
    | {
        /** The flush ended early: the service cannot be reached, rejects the API key, or cannot accept files now. */
        outcome: 'stopped'
        error: TocsinError
        /** Milliseconds that the server asks to wait before the next flush; absent if it does not ask for a pause. */
        retryAfterMs?: number
      }
  )

/** Sends the waiting entries of a store one by one, in the order in which they were queued, but files last. */
export class Flush {
  readonly #client: TocsinClient
  readonly #store: QueueStore
  readonly #emitter: Emitter
  readonly #damage: DamageWatch
  readonly #now: () => Instant
  /** Entries of the store at the start of the current round. */
  #entries: readonly QueueEntry[] = []
  /** Entries of the current round, keyed by id. A creation that the round has sent is here in its new state. */
  #byId = new Map<string, QueueEntry>()
  #damaged: ReadonlySet<string> = new Set()
  #progress: FlushProgress = { sent: 0, parked: 0, waiting: 0 }

  constructor(client: TocsinClient, store: QueueStore, emitter: Emitter, damage: DamageWatch, now: () => Instant) {
    this.#client = client
    this.#store = store
    this.#emitter = emitter
    this.#damage = damage
    this.#now = now
  }

  /**
   * Sends the waiting entries. If the method runs again, the counts continue from those of the earlier run.
   * @param keepSentMs milliseconds for which sent creations stay in the store. At the end, sent creations that are
   *   older than that are removed.
   * @throws the reason of `options.signal`, and errors of the store.
   */
  async run(options: CallOptions, keepSentMs: number): Promise<FlushResult> {
    const ran = await this.#store.whileAlone(() => this.#sendAll(options, keepSentMs))
    if (ran) return ran.result
    await this.#nextRound()
    return { outcome: 'busy', ...this.#progress }
  }

  async #sendAll(options: CallOptions, keepSentMs: number): Promise<FlushResult> {
    let fileError: TocsinError | undefined
    // Entries that were added, or set to be retried, during a round are sent in the next round.
    for (let round = await this.#nextRound(); round.length > 0; round = await this.#nextRound(!fileError)) {
      for (const entry of round) {
        const error = await this.#process(entry.id, options)
        if (error && !isFile(entry)) return this.#stop(error)
        if (error) {
          // Skip the other files, because each of them might take as long to fail.
          fileError = error
          break
        }
        this.#emitter.emit('progress', { ...this.#progress })
      }
    }
    if (fileError) return this.#stop(fileError)
    // `keepSentMs` may be Infinity, and `toISOString` throws for such a date: use 1970 instead.
    const forgetBefore = new Date(Math.max(0, Date.parse(this.#now()) - keepSentMs)).toISOString()
    await forgetSent(this.#store, this.#entries, forgetBefore)
    return { outcome: 'finished', ...this.#progress }
  }

  /** Ends the flush after an error. Reads the store again, to count entries that were queued during the round. */
  async #stop(error: TocsinError): Promise<FlushResult> {
    await this.#nextRound()
    const { retryAfterMs } = error
    return { outcome: 'stopped', error, ...(retryAfterMs !== undefined && { retryAfterMs }), ...this.#progress }
  }

  /** Reads the store and counts the waiting entries. @returns the entries to send in the next round, in their order. */
  async #nextRound(withFiles = true): Promise<QueueEntry[]> {
    this.#entries = await this.#store.list()
    const { ids, newCount } = await this.#damage.look()
    this.#damaged = ids
    this.#progress.parked += newCount
    this.#byId = new Map(this.#entries.map((entry) => [entry.id, entry]))
    const waiting = this.#entries.filter(({ state }) => state === 'waiting')
    this.#progress.waiting = waiting.length
    // After a file failed, send only incidents and comments: the server may accept them while its file storage is down.
    return waiting
      .filter((entry) => this.#incidentOf(entry)?.state !== 'parked' && (withFiles || !isFile(entry)))
      .toSorted((one, other) => rankOf(one) - rankOf(other))
  }

  /**
   * Sends or parks one entry.
   * @returns the error if sending failed and a later flush tries again; otherwise undefined.
   */
  async #process(id: string, options: CallOptions): Promise<TocsinError | undefined> {
    const entry = await this.#store.read(id)
    // Skip the entry if it was dropped or parked since the round began, or if another process sent it.
    if (entry?.state !== 'waiting') return undefined
    const incident = this.#incidentOf(entry)
    if (incident?.state === 'dropped') await this.#parkUnlessQueued(entry)
    if (incident && incident.state !== 'sent') return undefined
    return this.#send(entry, incident?.incidentId, options)
  }

  async #send(
    stored: UnsentEntry,
    incidentId: Uuid | undefined,
    options: CallOptions,
  ): Promise<TocsinError | undefined> {
    // Check for an abort before the entry is marked as attempted, because the mark means that the server may have
    // received the entry.
    options.signal?.throwIfAborted()
    const entry: UnsentEntry = { ...stored, attempted: true }
    if (!stored.attempted) await this.#store.replace(entry)
    try {
      await this.#settle(await sendEntry(this.#client, this.#store, entry, incidentId, options))
      return undefined
    } catch (error) {
      const problem = parkingProblemOf(error, entry)
      if (problem) {
        await this.#park(entry, problem)
        return undefined
      }
      if (!(error instanceof TocsinError)) throw error
      const counted = countFailure(error, entry, this.#entries)
      if (counted) await this.#store.replace(counted)
      return error
    }
  }

  // If the process ends before this step, the next flush sends the entry again, and the server repeats its response.
  async #settle(sent: SentEntry): Promise<void> {
    if ('incident' in sent) {
      const entry: SentCreation = { ...sent.entry, state: 'sent', sentAt: this.#now(), incidentId: sent.incident.id }
      await this.#store.replace(entry)
      this.#byId.set(entry.id, entry)
      sent.entry = entry
    } else await this.#store.remove(sent.entry.id)
    this.#progress.sent++
    this.#progress.waiting--
    this.#emitter.emit('sent', sent)
  }

  // The list of a store may have a comment but not its creation, if both were queued while the store made the list.
  async #parkUnlessQueued(entry: UnsentEntry): Promise<void> {
    const awaited = awaitedBy(entry)!
    if (await this.#store.read(awaited)) return
    await this.#park(entry, this.#damaged.has(awaited) ? incidentDamaged(awaited) : dropped)
  }

  async #park(entry: UnsentEntry, problem: ParkingProblem): Promise<void> {
    const parked: UnsentEntry = { ...entry, state: 'parked', problem }
    await this.#store.replace(parked)
    this.#progress.parked++
    this.#progress.waiting--
    this.#emitter.emit('parked', { entry: parked, problem })
  }

  /** Returns the state of the incident that a comment or file belongs to; undefined for a creation. */
  #incidentOf(entry: QueueEntry): Whereabouts | undefined {
    if (entry.kind === 'incident') return undefined
    if ('incidentId' in entry.incident) return { state: 'sent', ...entry.incident }
    return this.#byId.get(entry.incident.clientRequestId) ?? { state: 'dropped' }
  }
}

interface Whereabouts {
  state: QueueEntry['state'] | 'dropped'
  /** Id of the incident; undefined if the server does not have the incident yet. */
  incidentId?: Uuid | undefined
}

const isFile = ({ kind }: QueueEntry): boolean => kind === 'file'

// Files come after all other entries. Within each group, entries with more setbacks come later, because they may fail
// again and delay the entries behind them.
const rankOf = (entry: QueueEntry): number => (isFile(entry) ? 1e9 : 0) + (entry.setbacks ?? 0)

const dropped = localProblem('incident_not_found', 404, 'The incident that it belongs to was dropped.')
