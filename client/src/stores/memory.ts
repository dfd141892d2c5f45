import type { QueueEntry } from '../offline/entry.ts'
import type { QueueStore } from './store.ts'

/** Stores a queue in memory until the process ends: for tests, and for apps that are never offline for long. */
export class MemoryStore implements QueueStore {
  readonly #entries = new Map<string, QueueEntry>()
  readonly #files = new Map<string, Uint8Array>()
  readonly #cache = new Map<string, unknown>()
  #isBusy = false

  async append(entry: QueueEntry, file?: Uint8Array): Promise<boolean> {
    if (this.#entries.has(entry.id)) return false
    this.#entries.set(entry.id, structuredClone(entry))
    if (file) this.#files.set(entry.id, file)
    return true
  }

  async list(): Promise<QueueEntry[]> {
    return Array.from(this.#entries.values(), (entry) => structuredClone(entry))
  }

  async read(id: string): Promise<QueueEntry | undefined> {
    return structuredClone(this.#entries.get(id))
  }

  async readFile(id: string): Promise<Uint8Array | undefined> {
    return this.#files.get(id)
  }

  async replace(entry: QueueEntry): Promise<void> {
    if (this.#entries.has(entry.id)) this.#entries.set(entry.id, structuredClone(entry))
  }

  async remove(id: string): Promise<void> {
    this.#entries.delete(id)
    this.#files.delete(id)
  }

  async readCache(name: string): Promise<unknown> {
    return structuredClone(this.#cache.get(name))
  }

  async writeCache(name: string, value: unknown): Promise<void> {
    this.#cache.set(name, structuredClone(value))
  }

  async whileAlone<Result>(run: () => Promise<Result>): Promise<{ result: Result } | undefined> {
    if (this.#isBusy) return undefined
    this.#isBusy = true
    try {
      return { result: await run() }
    } finally {
      this.#isBusy = false
    }
  }
}
