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
        /** `finished`: nothing is left that can be sent. `busy`: another process or tab is flushing this store. */
        outcome: 'finished' | 'busy'
      }
    | {
        /** The service could not be reached, does not accept the key, or cannot take files at the moment. */
        outcome: 'stopped'
        error: TocsinError
        /** Time that the server asks to wait. */
        retryAfterMs?: number
      }
  )

/** Sends what waits in a store, one entry after the other, in the order in which they were queued, but files last. */
export class Flush {
  readonly #client: TocsinClient
  readonly #store: QueueStore
  readonly #emitter: Emitter
  readonly #damage: DamageWatch
  readonly #now: () => Instant
  /** Entries at the start of this round. */
  #entries: readonly QueueEntry[] = []
  /** By id; what was created since then as it is now. */
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
   * If it runs again, it continues counting.
   * @param keepSentMs creations that were sent longer ago are forgotten at the end.
   * @throws the reason of `options.signal`; whatever the store fails with.
   */
  async run(options: CallOptions, keepSentMs: number): Promise<FlushResult> {
    const ran = await this.#store.whileAlone(() => this.#sendAll(options, keepSentMs))
    if (ran) return ran.result
    await this.#nextRound()
    return { outcome: 'busy', ...this.#progress }
  }

  async #sendAll(options: CallOptions, keepSentMs: number): Promise<FlushResult> {
    let fileError: TocsinError | undefined
    // What is queued or retried in the meantime is found in the next round.
    for (let round = await this.#nextRound(); round.length > 0; round = await this.#nextRound(!fileError)) {
      for (const entry of round) {
        const error = await this.#process(entry.id, options)
        if (error && !isFile(entry)) return this.#stop(error)
        if (error) {
          // Each of the other files would be tried for as long.
          fileError = error
          break
        }
        this.#emitter.emit('progress', { ...this.#progress })
      }
    }
    if (fileError) return this.#stop(fileError)
    // However long it is, the time before it must be one that can be written.
    const forgetBefore = new Date(Math.max(0, Date.parse(this.#now()) - keepSentMs)).toISOString()
    await forgetSent(this.#store, this.#entries, forgetBefore)
    return { outcome: 'finished', ...this.#progress }
  }

  /** Stops. Entries queued since the round began count as waiting too. */
  async #stop(error: TocsinError): Promise<FlushResult> {
    await this.#nextRound()
    const { retryAfterMs } = error
    return { outcome: 'stopped', error, ...(retryAfterMs !== undefined && { retryAfterMs }), ...this.#progress }
  }

  /** Looks at the store anew, and counts what waits. */
  async #nextRound(withFiles = true): Promise<QueueEntry[]> {
    this.#entries = await this.#store.list()
    const { ids, newCount } = await this.#damage.look()
    this.#damaged = ids
    this.#progress.parked += newCount
    this.#byId = new Map(this.#entries.map((entry) => [entry.id, entry]))
    const waiting = this.#entries.filter(({ state }) => state === 'waiting')
    this.#progress.waiting = waiting.length
    // What files are stored in can be away while the rest of the service is not.
    return waiting
      .filter((entry) => this.#incidentOf(entry)?.state !== 'parked' && (withFiles || !isFile(entry)))
      .toSorted((one, other) => rankOf(one) - rankOf(other))
  }

  /** @returns why nothing more can be sent now. */
  async #process(id: string, options: CallOptions): Promise<TocsinError | undefined> {
    const entry = await this.#store.read(id)
    // It was dropped, or another process was quicker.
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
    // What was never handed to the network cannot have arrived.
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

  // If the process ends before this, the entry is sent once more, and gets the same answer.
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

  // What is queued while a store makes its list may be in it without the creation that was queued before.
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

  /** Returns the whereabouts of the incident that an entry belongs to; undefined for a creation. */
  #incidentOf(entry: QueueEntry): Whereabouts | undefined {
    if (entry.kind === 'incident') return undefined
    if ('incidentId' in entry.incident) return { state: 'sent', ...entry.incident }
    return this.#byId.get(entry.incident.clientRequestId) ?? { state: 'dropped' }
  }
}

interface Whereabouts {
  state: QueueEntry['state'] | 'dropped'
  /** Id of an incident that was sent. */
  incidentId?: Uuid | undefined
}

const isFile = ({ kind }: QueueEntry): boolean => kind === 'file'

// Files come last, and among each kind what may never get through: it holds back nothing else.
const rankOf = (entry: QueueEntry): number => (isFile(entry) ? 1e9 : 0) + (entry.setbacks ?? 0)

const dropped = localProblem('incident_not_found', 404, 'The Incident that it belongs to was dropped.')
