import type { TocsinClient } from '../client.ts'
import { TocsinError } from '../error.ts'
import type { Instant, Uuid } from '../generated/resources.ts'
import type { QueueStore } from '../stores/store.ts'
import type { CallOptions } from '../transport/transport.ts'
import { incidentDamaged, type DamageWatch } from './damage.ts'
import { awaitedBy, type ParkingProblem, type SentCreation, type UnsentEntry } from './entry.ts'
import type { Emitter, FlushProgress, FlushResult, SentEntry } from './events.ts'
import { FlushStore } from './flush-store.ts'
import { OwnVersions, readWaiting } from './own-versions.ts'
import { forgetSent } from './remove-entry.ts'
import { isFile, Round } from './round.ts'
import {
  behindConflict,
  countFailure,
  incidentDropped,
  isBlockedByNetwork,
  parkingProblemOf,
  sendEntry,
} from './send-entry.ts'

/** Sends the waiting entries of a store one by one, in the order in which they were queued, but files last. */
export class Flush {
  readonly #client: TocsinClient
  readonly #store: FlushStore
  readonly #emitter: Emitter
  readonly #damage: DamageWatch
  readonly #now: () => Instant
  readonly #versions = new OwnVersions()
  #round = new Round([])
  #damaged: ReadonlySet<string> = new Set()
  #progress: FlushProgress = { sent: 0, parked: 0, waiting: 0 }

  constructor(client: TocsinClient, store: QueueStore, emitter: Emitter, damage: DamageWatch, now: () => Instant) {
    this.#client = client
    this.#store = new FlushStore(store)
    this.#emitter = emitter
    this.#damage = damage
    this.#now = now
  }

  /**
   * Sends the waiting entries. A further call adds to the counts of the earlier calls.
   * @param keepSentMs milliseconds for which sent creations stay in the store. A flush that finishes removes older sent
   *   creations.
   * @throws the reason of `options.signal`, and errors of the store.
   */
  async run(options: CallOptions, keepSentMs: number): Promise<FlushResult> {
    const ran = await this.#store.whileAlone(() =>
      this.#sendAll(options, keepSentMs).catch(async (error: unknown) => {
        // Raise the `ifMatch` of waiting changes now: the next flush does not know the versions of this flush.
        if (options.signal?.aborted) await this.#nextRound()
        throw error
      }),
    )
    if (ran) return ran.result
    await this.#look()
    return { outcome: 'busy', ...this.#progress }
  }

  async #sendAll(options: CallOptions, keepSentMs: number): Promise<FlushResult> {
    let fileError: TocsinError | undefined
    let blockedError: TocsinError | undefined
    // Each pass is a round. An entry that is added or retried during a round is sent in the next round.
    for (;;) {
      await this.#nextRound()
      const entries = this.#round.inOrder({ withFiles: !fileError, withOthers: !blockedError })
      if (entries.length === 0) break
      for (const entry of entries) {
        const error = await this.#process(entry.id, options)
        if (error) {
          // Send no further files in this flush, because each of them might take just as long to fail.
          if (isFile(entry)) fileError = error
          // An entry that is blocked again may stay blocked for ever, and files must not wait for it.
          else if (entry.setbacks && isBlockedByNetwork(error)) blockedError = error
          else return this.#stop(error)
          break
        }
        this.#emitter.emit('progress', { ...this.#progress })
      }
    }
    const error = blockedError ?? fileError
    if (error) return this.#stop(error)
    await forgetSent(this.#store, this.#round.entries, this.#now(), keepSentMs)
    await this.#store.storeDeferred()
    return { outcome: 'finished', ...this.#progress }
  }

  /** Ends the flush after an error. Reads the store again, so that the counts include new entries. */
  async #stop(error: TocsinError): Promise<FlushResult> {
    await this.#nextRound()
    const { retryAfterMs } = error
    return { outcome: 'stopped', error, ...(retryAfterMs !== undefined && { retryAfterMs }), ...this.#progress }
  }

  async #nextRound(): Promise<void> {
    await this.#look()
    // A change may have been queued while an earlier change was sent: base it on the version after the earlier change.
    for (const [incident, changes] of this.#round.changes) {
      await this.#versions.raiseFirst(this.#store, incident, changes)
    }
  }

  /** Reads the store and counts the waiting entries. */
  async #look(): Promise<void> {
    this.#round = new Round(await this.#store.list())
    const { ids, newCount } = await this.#damage.look()
    this.#damaged = ids
    this.#progress.parked += newCount
    this.#progress.waiting = this.#round.waiting.length
  }

  /**
   * Sends or parks one entry.
   * @returns the error if sending failed and a later flush tries again; otherwise undefined.
   */
  async #process(id: string, options: CallOptions): Promise<TocsinError | undefined> {
    const entry = await this.#store.read(id)
    // Skip the entry if it was dropped or parked after this flush had listed it, or if another process sent it.
    if (entry?.state !== 'waiting' || this.#round.isBlocked(entry)) return undefined
    const incident = this.#round.incidentOf(entry)
    if (!incident || incident.state === 'sent') return this.#send(entry, incident?.incidentId, options)
    if (incident.state === 'dropped') await this.#parkUnlessQueued(entry)
    else this.#round.block(entry)
    return undefined
  }

  async #send(
    stored: UnsentEntry,
    incidentId: Uuid | undefined,
    options: CallOptions,
  ): Promise<TocsinError | undefined> {
    // Check for an abort first, because `attempted` means that the server may have received the entry.
    options.signal?.throwIfAborted()
    const based = stored.kind === 'change' ? this.#versions.raise(incidentId!, stored) : stored
    const entry: UnsentEntry = { ...based, attempted: true }
    if (!stored.attempted) await this.#store.replace(entry)
    try {
      await this.#recordSent(await sendEntry(this.#client, this.#store, entry, incidentId, options))
      return undefined
    } catch (error) {
      const problem = parkingProblemOf(error, entry)
      if (problem) {
        await this.#reject(entry, incidentId, problem)
        return undefined
      }
      if (!(error instanceof TocsinError)) throw error
      const counted = countFailure(error, entry, this.#round.entries)
      if (counted) await this.#store.replace(counted)
      return error
    }
  }

  /** Records that an entry was sent. Without this record, the next flush would send it again. */
  async #recordSent(sent: SentEntry): Promise<void> {
    if (sent.entry.kind === 'incident' && 'incident' in sent) {
      const entry: SentCreation = { ...sent.entry, state: 'sent', sentAt: this.#now(), incidentId: sent.incident.id }
      await this.#store.replace(entry)
      this.#round.markSent(entry)
      sent.entry = entry
    } else {
      if (sent.entry.kind === 'change' && 'incident' in sent) {
        // Base the next change on the new version before this change is removed from the store.
        const { id, version } = sent.incident
        this.#versions.record(id, sent.entry, version)
        await this.#versions.raiseFirst(this.#store, id, this.#round.changesBehind(sent.entry))
      }
      await this.#store.remove(sent.entry.id)
    }
    this.#progress.sent++
    this.#progress.waiting--
    this.#emitter.emit('sent', sent)
    await this.#store.storeWhileRoom()
  }

  /**
   * Parks a rejected entry. After a conflict, also parks the later changes of the incident; otherwise skips these
   * changes. If only files have changed the incident since `ifMatch`, parks nothing: the next round repeats the change.
   */
  async #reject(entry: UnsentEntry, incidentId: Uuid | undefined, problem: ParkingProblem): Promise<void> {
    if (entry.kind !== 'change') return this.#park(entry, problem)
    this.#round.block(entry)
    if (this.#versions.recordFiles(incidentId!, entry, problem)) return
    await this.#park(entry, problem)
    if (problem.code !== 'incident_changed') return
    for (const change of this.#round.changesBehind(entry)) {
      const behind = await readWaiting(this.#store, change)
      if (behind) await this.#park(this.#versions.raise(incidentId!, behind), behindConflict(problem))
    }
  }

  /**
   * Parks an entry whose creation is missing in the list of this round. Does nothing if the store has the creation by
   * now: both entries may have been queued while the store made the list.
   */
  async #parkUnlessQueued(entry: UnsentEntry): Promise<void> {
    const awaited = awaitedBy(entry)!
    if (await this.#store.read(awaited)) return
    await this.#park(entry, this.#damaged.has(awaited) ? incidentDamaged(awaited) : incidentDropped)
  }

  async #park(entry: UnsentEntry, problem: ParkingProblem): Promise<void> {
    const parked: UnsentEntry = { ...entry, state: 'parked', problem }
    await this.#store.replace(parked)
    this.#progress.parked++
    this.#progress.waiting--
    this.#emitter.emit('parked', { entry: parked, problem })
  }
}
