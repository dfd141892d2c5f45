import type { TocsinClient } from '../client.ts'
import type { Instant, PatchIncident } from '../generated/resources.ts'
import type { NewComment } from '../resources/comments.ts'
import { blobOf, ownNameOf, type FileContent } from '../resources/file-content.ts'
import type { QueueStore } from '../stores/store.ts'
import { systemClock, type Clock } from '../transport/clock.ts'
import type { CallOptions } from '../transport/transport.ts'
import { fetchCached, readCached, type Cached } from './cache.ts'
import { asSent, checkComment, checkPatch, type OfflineIncident } from './compose.ts'
import { damagedEntry, DamageWatch } from './damage.ts'
import { sha256Of } from './digest.ts'
import type { DamagedEntry, IncidentReference, QueueEntry } from './entry.ts'
import { Emitter, type FlushResult, type QueueEvents } from './events.ts'
import { referenceTo, requireDamaged } from './find-entry.ts'
import { Flush } from './flush.ts'
import { Intake, type QueueChangeOptions, type QueueFileOptions, type QueueOptions } from './intake.ts'
import { JoinedFlush } from './joined-flush.ts'
import { QueueError } from './queue-error.ts'
import type { Queued, QueuedIncident, Refused } from './receipt.ts'
import { removeEntry, type DropOptions } from './remove-entry.ts'
import { retryEntry, type Edited, type RetryOptions } from './retry-entry.ts'

export interface OfflineOptions {
  /** Source of the times of entries, for tests. */
  clock?: Pick<Clock, 'now'>
  /**
   * Milliseconds for which the queue remembers a sent creation, so that other entries can refer to it. The default is
   * 30 days; `Infinity` remembers sent creations permanently.
   */
  keepSentMs?: number
}

const thirtyDaysMs = 30 * 24 * 60 * 60 * 1000

/** A queue that stores new incidents, comments, files and changes on this device until it sends them to the service. */
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

  /** Opens the queue of a store. Several queues may use one store at the same time. */
  static async open(client: TocsinClient, store: QueueStore, options: OfflineOptions = {}): Promise<OfflineQueue> {
    return new OfflineQueue(client, store, options, await readCached(store))
  }

  /**
   * Data of the last `refresh`: configuration, locations, points, users and workflow states. Undefined before the first
   * `refresh`.
   */
  get cached(): Cached | undefined {
    return this.#cached
  }

  /**
   * Fetches the current configuration and the reference data. Call this method while the service can be reached: once
   * before the first `create`, and later to be up to date. If the store cannot write the data, this queue object uses
   * the data anyway, and the event `cacheFailed` has the error.
   * @throws TocsinError if a request fails. The earlier data then stays in use.
   */
  async refresh(options: CallOptions = {}): Promise<Cached> {
    const onUnwritten = (error: unknown) => this.#emitter.emit('cacheFailed', { error })
    this.#cached = await fetchCached(this.#client, this.#store, this.#now, options, onUnwritten)
    return this.#cached
  }

  /**
   * Checks a creation by the server's rules and queues it. The creation is stored before the promise resolves.
   *
   * A repeated call with the same `clientRequestId` and content queues nothing and returns the first receipt, even if a
   * newer configuration has been fetched since.
   * @throws QueueError `not_prepared` before the first `refresh`; `client_request_id_reused` if the queue has different
   *   content under this clientRequestId.
   */
  async create(incident: OfflineIncident): Promise<QueuedIncident | Refused> {
    return this.#intake.create(this.#cached, asSent(incident))
  }

  /**
   * Queues a comment. If its incident is still in the queue, the comment is sent after the incident.
   * @param incident the receipt of a creation, or the id of an incident that the server has.
   * @throws QueueError `unknown_incident` if the queue has no such creation; `idempotency_key_reused` if the queue has
   *   different content under the key. TypeError if the key is not a UUID.
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
   * Queues a file. If its incident is still in the queue, the file is sent after the incident.
   * @throws the errors of `comment`.
   */
  async attach(
    incident: IncidentReference,
    file: FileContent,
    { fileName = ownNameOf(file), idempotencyKey }: QueueFileOptions = {},
  ): Promise<Queued> {
    // Copy the bytes at once, because the caller may reuse the buffer.
    const blob = blobOf(file)
    const reference = await referenceTo(this.#store, incident)
    const bytes = new Uint8Array(await blob.arrayBuffer())
    const sha256 = await sha256Of(bytes)
    const addition = { kind: 'file', incident: reference, fileName, sizeBytes: bytes.length } as const
    return this.#intake.add(sha256 === undefined ? addition : { ...addition, sha256 }, idempotencyKey, bytes)
  }

  /**
   * Queues a change of an incident. Changes of one incident are sent in order, after the creation of the incident.
   *
   * Changes of this queue based on the same version do not conflict with each other. If somebody else has changed the
   * incident since the version in `ifMatch`, the change is parked with `incident_changed`, together with the later
   * changes of the incident. Attached and deleted files do not count as changes.
   * @throws the errors of `comment`.
   */
  async update(
    incident: IncidentReference,
    patch: PatchIncident,
    { ifMatch, idempotencyKey }: QueueChangeOptions = {},
  ): Promise<Queued | Refused> {
    const given = asSent(patch)
    const reference = await referenceTo(this.#store, incident)
    const violations = checkPatch(given)
    if (violations.length > 0) return { isQueued: false, violations }
    const change = { kind: 'change', incident: reference, patch: given } as const
    return this.#intake.add(ifMatch === undefined ? change : { ...change, ifMatch }, idempotencyKey)
  }

  /**
   * Sends the waiting entries in order, files last. If an error or the end of the process interrupts the flush, the
   * next flush sends the remaining entries.
   *
   * A call during a flush joins the running flush, and its options are ignored. Unless the running flush stops early,
   * it also sends the entries that were queued before the second call. Both calls return the same result. If the first
   * caller aborts the flush, the second call starts a new flush.
   * @throws the reason of `options.signal`, and errors of the store. Errors of the service are in the result.
   */
  flush(options: CallOptions = {}): Promise<FlushResult> {
    return this.#flush.run(options)
  }

  /** Returns all waiting and parked entries and recently sent creations, in the order in which they were queued. */
  entries(): Promise<QueueEntry[]> {
    return this.#store.list()
  }

  /** Returns the damaged entries. Drop them, or queue their content again with their `id` as the idempotency key. */
  async damaged(): Promise<DamagedEntry[]> {
    await this.#store.list()
    return Array.from((await this.#damage.look()).ids, damagedEntry)
  }

  /**
   * Lets the next flush send a parked entry again, under the same idempotency key.
   * @param edited new content of the entry; an incident is checked against the cached configuration, as in `create`.
   * @throws QueueError `unknown_entry`; `not_parked` for an entry that is not parked; `not_editable` for a file.
   */
  retry(id: string, edited?: Edited, options: RetryOptions = {}): Promise<Queued | Refused> {
    return retryEntry(this.#store, this.#cached, id, edited, options)
  }

  /**
   * Removes an intact or damaged entry from the queue. Dropping a creation also removes the entries that wait for it.
   * @throws QueueError `unknown_entry`; `may_have_arrived` if the server may have received the entry and
   *   `options.mayHaveArrived` is not set; `busy` if a running flush may be sending the entry.
   */
  async drop(id: string, options: DropOptions = {}): Promise<void> {
    const entry = (await this.#store.read(id)) ?? (await requireDamaged(this.#store, id))
    // No lock is needed: a flush never sends a parked or damaged entry, nor the entries that wait for one.
    if (entry.state !== 'waiting' && entry.state !== 'sent') return this.#remove(id, options)
    if (!(await this.#store.whileAlone(() => this.#remove(id, options)))) throw new QueueError('busy')
  }

  /** Calls `listener` for each event with this name. @returns a function that removes the listener. */
  on<Name extends keyof QueueEvents>(name: Name, listener: (payload: QueueEvents[Name]) => void): () => void {
    return this.#emitter.on(name, listener)
  }

  async #remove(id: string, options: DropOptions): Promise<void> {
    for (const dropped of await removeEntry(this.#store, id, options)) this.#emitter.emit('dropped', dropped)
  }
}
