import type { QueueEntry } from '../offline/entry.ts'
import type { QueueStore, Stored } from './store.ts'

/** Keeps a queue for as long as the process runs: for tests, and for apps that are never offline for long. */
export class MemoryStore implements QueueStore {
  readonly #entries = new Map<number, { entry: QueueEntry; file: Uint8Array<ArrayBuffer> | undefined }>()
  readonly #cache = new Map<string, unknown>()
  #lastPosition = 0
  #isBusy = false

  async append(entry: QueueEntry, file?: Uint8Array<ArrayBuffer>): Promise<number> {
    this.#lastPosition++
    this.#entries.set(this.#lastPosition, { entry: structuredClone(entry), file: file?.slice() })
    return this.#lastPosition
  }

  async list(): Promise<Stored[]> {
    return Array.from(this.#entries, ([position, { entry }]) => ({ position, entry: structuredClone(entry) }))
  }

  async read(position: number): Promise<QueueEntry | undefined> {
    return structuredClone(this.#entries.get(position)?.entry)
  }

  async readFile(position: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return this.#entries.get(position)?.file
  }

  async replace(position: number, entry: QueueEntry): Promise<void> {
    const held = this.#entries.get(position)
    if (held) held.entry = structuredClone(entry)
  }

  async remove(position: number): Promise<void> {
    this.#entries.delete(position)
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
