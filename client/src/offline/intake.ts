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
  /** Name of the file; by default that of a `File`. */
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
      return (await this.#append(entry)) ? receiptOf(entry) : undefined
    })
  }

  /**
   * @param key undefined: it is a new one.
   * @param file the bytes of a file.
   * @throws QueueError `idempotency_key_reused`; TypeError for a key that is no UUID.
   */
  async add(addition: Addition, key: Uuid | undefined, file?: Uint8Array): Promise<Queued> {
    // Stores name files by it.
    if (key !== undefined && !isUuid(key)) throw new TypeError(`idempotencyKey is "${key}"; it must be a UUID.`)
    const id = key?.toLowerCase() ?? makeKey()
    return this.#inTurn(async () => {
      const held = key === undefined ? undefined : await this.#store.read(id)
      if (held && !(await isSameAddition(this.#store, held, addition))) throw new QueueError('idempotency_key_reused')
      const isThere = held || (await this.#append({ ...this.#newEntry(id), ...addition }, file))
      return isThere ? { isQueued: true, id } : undefined
    })
  }

  // One after the other: if a double click makes two under one key, the second must see the first.
  #inTurn<Result>(take: () => Promise<Result | undefined>): Promise<Result> {
    const taking = this.#last.then(() => untilTaken(take))
    this.#last = taking.catch(() => undefined)
    return taking
  }

  #newEntry(id = makeKey()) {
    return { id, state: 'waiting', queuedAt: this.#now() } as const
  }

  async #append(entry: QueueEntry, file?: Uint8Array): Promise<boolean> {
    const isAdded = await this.#store.append(entry, file)
    if (isAdded) this.#emitter.emit('queued', entry)
    return isAdded
  }
}

/** @param take resolves to undefined when another process was quicker with its key: it is looked at once more. */
async function untilTaken<Result>(take: () => Promise<Result | undefined>): Promise<Result> {
  for (;;) {
    const taken = await take()
    if (taken !== undefined) return taken
  }
}
