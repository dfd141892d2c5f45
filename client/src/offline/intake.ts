import { isUuid } from '@tocsin/contract/read-scalars.ts'
import type { Instant, Uuid } from '../generated/resources.ts'
import type { QueueStore } from '../stores/store.ts'
import { makeKey } from '../transport/make-key.ts'
import type { Cached } from './cache.ts'
import { composeIncident, type OfflineIncident } from './compose.ts'
import type { Addition, CreationEntry, QueueEntry } from './entry.ts'
import type { Emitter } from './events.ts'
import { isSameAddition, isSameCreation } from './is-same.ts'
import { QueueError } from './queue-error.ts'
import { receiptOf, type Queued, type QueuedIncident, type Refused } from './receipt.ts'

export interface QueueOptions {
  /** A UUID; generated unless given. Called again with it, also after a crash, nothing is queued twice. */
  idempotencyKey?: Uuid
}

export interface QueueFileOptions extends QueueOptions {
  /** As its owner calls it; that of a `File` unless given. */
  fileName?: string
}

/** Takes into a store what is to be sent; under a key of the caller's only once. */
export class Intake {
  readonly #store: QueueStore
  readonly #emitter: Emitter
  readonly #now: () => Instant
  #last: Promise<unknown> = Promise.resolve()

  constructor(store: QueueStore, emitter: Emitter, now: () => Instant) {
    this.#store = store
    this.#emitter = emitter
    this.#now = now
  }

  /**
   * @param cached what it is checked against; undefined: nothing was ever fetched.
   * @param incident as it will be sent.
   * @throws QueueError `not_prepared`, `client_request_id_reused`.
   */
  create(cached: Cached | undefined, incident: OfflineIncident): Promise<QueuedIncident | Refused> {
    const key = incident.clientRequestId?.toLowerCase()
    return this.#inTurn(async () => {
      const held = key === undefined ? undefined : await this.#store.read(key)
      if (held?.kind === 'incident' && isSameCreation(held, incident)) return receiptOf(held)
      if (held) throw new QueueError('client_request_id_reused')
      const blank = this.#newEntry(key)
      const composed = composeIncident(cached, blank.id, incident, blank.queuedAt)
      if (!composed.isQueued) return composed
      const entry: CreationEntry = { ...blank, kind: 'incident', body: composed.body, values: composed.values }
      await this.#append(entry)
      return receiptOf(entry)
    })
  }

  /**
   * @param key undefined: it is a new one.
   * @param file the bytes of a file.
   * @throws QueueError `idempotency_key_reused`; TypeError for a key that is no UUID.
   */
  async add(addition: Addition, key: Uuid | undefined, file?: Uint8Array): Promise<Queued> {
    if (key === undefined) return this.#append({ ...this.#newEntry(), ...addition }, file)
    // Stores name files by it.
    if (!isUuid(key)) throw new TypeError(`idempotencyKey is "${key}"; it must be a UUID.`)
    const id = key.toLowerCase()
    return this.#inTurn(async () => {
      const held = await this.#store.read(id)
      if (!held) return this.#append({ ...this.#newEntry(id), ...addition }, file)
      if (!(await isSameAddition(this.#store, held, addition))) throw new QueueError('idempotency_key_reused')
      return { isQueued: true, id }
    })
  }

  // One after the other: if a double click makes two under one key, the second must see the first.
  #inTurn<Result>(take: () => Promise<Result>): Promise<Result> {
    const taking = this.#last.then(take)
    this.#last = taking.catch(() => undefined)
    return taking
  }

  #newEntry(id = makeKey()) {
    return { id, state: 'waiting', queuedAt: this.#now() } as const
  }

  async #append(entry: QueueEntry, file?: Uint8Array): Promise<Queued> {
    await this.#store.append(entry, file)
    this.#emitter.emit('queued', entry)
    return { isQueued: true, id: entry.id }
  }
}
