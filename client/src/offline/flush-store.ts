import { isFull } from '../stores/is-full.ts'
import type { QueueStore } from '../stores/store.ts'
import type { QueueEntry } from './entry.ts'

type Method = 'list' | 'read' | 'readFile' | 'replace' | 'remove' | 'whileAlone'

/**
 * Store of a flush that also works while the disk or the storage of the browser is full. If the store has no room for a
 * replaced entry, the entry stays in memory until removed entries have made room. Otherwise, a full queue could never
 * be sent.
 *
 * If the flush ends first, the entries in memory are lost. The next flush then sends entries again under the same keys,
 * and a change may be in conflict with an earlier change of the same queue.
 */
export class FlushStore implements Pick<QueueStore, Method> {
  readonly #store: QueueStore
  /** Replaced entries for which the store has no room, by id. */
  readonly #deferred = new Map<string, QueueEntry>()

  constructor(store: QueueStore) {
    this.#store = store
  }

  whileAlone<Result>(run: () => Promise<Result>): Promise<{ result: Result } | undefined> {
    return this.#store.whileAlone(run)
  }

  async list(): Promise<QueueEntry[]> {
    await this.storeWhileRoom()
    return (await this.#store.list()).map((entry) => this.#deferred.get(entry.id) ?? entry)
  }

  async read(id: string): Promise<QueueEntry | undefined> {
    const stored = await this.#store.read(id)
    return stored && (this.#deferred.get(id) ?? stored)
  }

  readFile(id: string): Promise<Uint8Array | undefined> {
    return this.#store.readFile(id)
  }

  async replace(entry: QueueEntry): Promise<void> {
    try {
      await this.#store.replace(entry)
      this.#deferred.delete(entry.id)
    } catch (error) {
      if (!isFull(error)) throw error
      this.#deferred.set(entry.id, entry)
    }
  }

  async remove(id: string): Promise<void> {
    this.#deferred.delete(id)
    await this.#store.remove(id)
  }

  /** Writes deferred entries while the store has room. Call this method after each sent entry, which made room. */
  async storeWhileRoom(): Promise<void> {
    for (const entry of this.#deferred.values()) {
      await this.replace(entry)
      if (this.#deferred.has(entry.id)) return
    }
  }

  /** Writes all deferred entries. @throws the error of the store if it has no room for one of them. */
  async storeDeferred(): Promise<void> {
    for (const entry of this.#deferred.values()) await this.#store.replace(entry)
    this.#deferred.clear()
  }
}
