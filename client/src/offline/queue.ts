import type { TocsinClient } from '../client.ts'
import type { Instant } from '../generated/resources.ts'
import type { NewComment } from '../resources/comments.ts'
import { blobOf, ownNameOf, type FileContent } from '../resources/file-content.ts'
import type { QueueStore } from '../stores/store.ts'
import { systemClock, type Clock } from '../transport/clock.ts'
import type { CallOptions } from '../transport/transport.ts'
import { fetchCached, readCached, type Cached } from './cache.ts'
import { asSent, checkComment, edit, type OfflineIncident } from './compose.ts'
import { damagedEntry, DamageWatch } from './damage.ts'
import { sha256Of } from './digest.ts'
import type { DamagedEntry, IncidentReference, QueueEntry } from './entry.ts'
import { Emitter, type QueueEvents } from './events.ts'
import { referenceTo, requireDamaged, requireEntry } from './find-entry.ts'
import { Flush, type FlushResult } from './flush.ts'
import { Intake, type QueueFileOptions, type QueueOptions } from './intake.ts'
import { JoinedFlush } from './joined-flush.ts'
import { QueueError } from './queue-error.ts'
import type { Queued, QueuedIncident, Refused } from './receipt.ts'
import { removeEntry, type DropOptions } from './remove-entry.ts'
import { provesNotStored } from './send-entry.ts'

export interface OfflineOptions {
  clock?: Pick<Clock, 'now'>
  /**
   * Time for which a sent creation is remembered, for comments and files that follow it. 30 days by default; `Infinity`
   * remembers it for ever.
   */
  keepSentMs?: number
}

const thirtyDaysMs = 30 * 24 * 60 * 60 * 1000

/** Creations, comments and files that were made while the service could not be reached. */
export class OfflineQueue {
  readonly #client: TocsinClient
  readonly #store: QueueStore
  readonly #emitter = new Emitter()
  readonly #now: () => Instant
  readonly #intake: Intake
  readonly #damage: DamageWatch
  readonly #flush: JoinedFlush
  #cached: Cached | undefined

  private constructor(
    client: TocsinClient,
    store: QueueStore,
    { clock = systemClock, keepSentMs = thirtyDaysMs }: OfflineOptions,
    cached: Cached | undefined,
  ) {
    this.#client = client
    this.#store = store
    this.#now = () => new Date(clock.now()).toISOString()
    this.#intake = new Intake(store, this.#emitter, this.#now)
    this.#damage = new DamageWatch(store, this.#emitter)
    this.#flush = new JoinedFlush(() => new Flush(client, store, this.#emitter, this.#damage, this.#now), keepSentMs)
    this.#cached = cached
  }

  /** Opens the queue that a store holds; several may be open on one store. */
  static async open(client: TocsinClient, store: QueueStore, options: OfflineOptions = {}): Promise<OfflineQueue> {
    return new OfflineQueue(client, store, options, await readCached(store))
  }

  /** The configuration, locations, points, users and workflow states of the last `refresh`. */
  get cached(): Cached | undefined {
    return this.#cached
  }

  /**
   * Fetches the current configuration and the reference data. To be called when the service can be reached: once before
   * the first `create`, and then as often as an app wants to be up to date. Where the store cannot write it, it holds as
   * long as this queue is open, and the event `cacheFailed` has the error.
   * @throws TocsinError; what was cached stays.
   */
  async refresh(options: CallOptions = {}): Promise<Cached> {
    const onUnwritten = (error: unknown) => this.#emitter.emit('cacheFailed', { error })
    this.#cached = await fetchCached(this.#client, this.#store, this.#now, options, onUnwritten)
    return this.#cached
  }

  /**
   * Checks a creation as the server would and queues it; when the promise resolves, it is stored.
   *
   * Called again with its `clientRequestId` and the same content, it is the same creation: under the revision that it
   * was made with, whatever has been cached since.
   * @throws QueueError `not_prepared` before the first `refresh`, `client_request_id_reused` if the queue has a
   *   creation with the same id and different content.
   */
  async create(incident: OfflineIncident): Promise<QueuedIncident | Refused> {
    return this.#intake.create(this.#cached, asSent(incident))
  }

  /**
   * Queues a comment, behind the creation of its incident where that is queued itself.
   * @param incident the receipt of a creation, or the id of an incident that the server has.
   * @throws QueueError `unknown_incident`, `idempotency_key_reused` if the queue has something else under the key;
   *   TypeError if that is not a UUID.
   */
  async comment(
    incident: IncidentReference,
    comment: NewComment,
    { idempotencyKey }: QueueOptions = {},
  ): Promise<Queued | Refused> {
    const given = asSent(comment)
    const reference = await referenceTo(this.#store, incident)
    const violations = checkComment(given)
    if (violations.length > 0) return { isQueued: false, violations }
    return this.#intake.add({ kind: 'comment', incident: reference, comment: given }, idempotencyKey)
  }

  /**
   * Queues a file, behind the creation of its incident where that is queued itself.
   * @throws as `comment`.
   */
  async attach(
    incident: IncidentReference,
    file: FileContent,
    { fileName = ownNameOf(file), idempotencyKey }: QueueFileOptions = {},
  ): Promise<Queued> {
    // A copy, before the caller fills its buffer with something else.
    const blob = blobOf(file)
    const reference = await referenceTo(this.#store, incident)
    const bytes = new Uint8Array(await blob.arrayBuffer())
    const sha256 = await sha256Of(bytes)
    const addition = { kind: 'file', incident: reference, fileName, sizeBytes: bytes.length } as const
    return this.#intake.add(sha256 === undefined ? addition : { ...addition, sha256 }, idempotencyKey, bytes)
  }

  /**
   * Sends what waits, in order, files last. A second call while one runs joins it, with the options of the first, and
   * what was stored before the call is sent as well, unless the flush stops. If a flush was interrupted for any reason,
   * the next one continues where it ended.
   * @throws the reason of `options.signal`, and what the store fails with; what the service answers ends in the result.
   */
  flush(options: CallOptions = {}): Promise<FlushResult> {
    return this.#flush.run(options)
  }

  /** Returns all waiting and parked entries and recently sent creations, in order. */
  entries(): Promise<QueueEntry[]> {
    return this.#store.list()
  }

  /** Entries that can no longer be read as they were written, to be dropped or made anew under their `id`. */
  async damaged(): Promise<DamagedEntry[]> {
    await this.#store.list()
    return Array.from((await this.#damage.look()).ids, damagedEntry)
  }

  /**
   * Sends a parked entry again with the next flush, with the same key.
   * @param edited replaces what was refused; an incident is checked against the cached configuration, as in `create`.
   * @throws QueueError `unknown_entry`, `not_parked`, `not_editable`.
   */
  async retry(id: string, edited?: OfflineIncident | NewComment): Promise<Queued | Refused> {
    const given = edited && asSent(edited)
    const entry = await requireEntry(this.#store, id)
    if (entry.state !== 'parked') throw new QueueError('not_parked')
    const changed = given ? edit(this.#cached, entry, given) : entry
    if ('isQueued' in changed) return changed
    const { problem, failures: _, attempted, ...retried } = changed
    const mayHaveArrived = attempted && !provesNotStored(problem) ? { attempted } : {}
    await this.#store.replace({ ...retried, ...mayHaveArrived, state: 'waiting' } as QueueEntry)
    return { isQueued: true, id }
  }

  /**
   * Removes an entry from the queue for good, also a damaged one, and with a creation the comments and files that wait for it.
   * @throws QueueError `unknown_entry`; `may_have_arrived` for one that was sent without an answer that proves
   *   otherwise, unless the options allow it; `busy` for one that may be on its way.
   */
  async drop(id: string, options: DropOptions = {}): Promise<void> {
    const entry = (await this.#store.read(id)) ?? (await requireDamaged(this.#store, id))
    // What is parked or damaged is not being sent by anybody, nor is what belongs to it.
    if (entry.state !== 'waiting' && entry.state !== 'sent') return this.#remove(id, options)
    if (!(await this.#store.whileAlone(() => this.#remove(id, options)))) throw new QueueError('busy')
  }

  /** @returns a function that stops listening. */
  on<Name extends keyof QueueEvents>(name: Name, listener: (payload: QueueEvents[Name]) => void): () => void {
    return this.#emitter.on(name, listener)
  }

  async #remove(id: string, options: DropOptions): Promise<void> {
    for (const dropped of await removeEntry(this.#store, id, options)) this.#emitter.emit('dropped', dropped)
  }
}
