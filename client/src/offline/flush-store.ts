import type { QueueStore } from '../stores/store.ts'
import type { QueueEntry } from './entry.ts'

type Method = 'list' | 'read' | 'readFile' | 'replace' | 'remove' | 'whileAlone'

/**
 * Store in the form in which a flush uses it. In a browser without room, this class holds replaced entries in memory
 * until sent entries have been removed, because a removal needs no room and makes room. Otherwise a full queue could
 * never be sent.
 *
 * If the process ends first, the held entries are lost. The next flush then sends these entries again under the same
 * keys.
 */
export class FlushStore implements Pick<QueueStore, Method> {
  readonly #store: QueueStore
  /** Replaced entries for which the store has no room, by id. */
  readonly #held = new Map<string, QueueEntry>()

  constructor(store: QueueStore) {
    this.#store = store
  }

  whileAlone<Result>(run: () => Promise<Result>): Promise<{ result: Result } | undefined> {
    return this.#store.whileAlone(run)
  }

  async list(): Promise<QueueEntry[]> {
    for (const entry of this.#held.values()) await this.replace(entry)
    return (await this.#store.list()).map((entry) => this.#held.get(entry.id) ?? entry)
  }

  async read(id: string): Promise<QueueEntry | undefined> {
    const stored = await this.#store.read(id)
    return stored && (this.#held.get(id) ?? stored)
  }

  readFile(id: string): Promise<Uint8Array | undefined> {
    return this.#store.readFile(id)
  }

  async replace(entry: QueueEntry): Promise<void> {
    try {
      await this.#store.replace(entry)
      this.#held.delete(entry.id)
    } catch (error) {
      if ((error as Error).name !== 'QuotaExceededError') throw error
      this.#held.set(entry.id, entry)
    }
  }

  async remove(id: string): Promise<void> {
    this.#held.delete(id)
    await this.#store.remove(id)
  }

  /** Writes the held entries. @throws the error of the store if it still has no room for one of them. */
  async settle(): Promise<void> {
    for (const entry of this.#held.values()) await this.#store.replace(entry)
    this.#held.clear()
  }
}
