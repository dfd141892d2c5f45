/**
 * Cache whose entries expire, so that a burst of requests loads a value only once. An entry expires `maximumAgeMs`
 * after its load started.
 */
export class TtlCache<Value> {
  readonly #maximumAgeMs: number
  readonly #entries = new Map<string, { loadedAtMs: number; value: Promise<Value> }>()

  constructor(maximumAgeMs: number) {
    this.#maximumAgeMs = maximumAgeMs
  }

  get(key: string, load: () => Promise<Value>): Promise<Value> {
    const nowMs = performance.now()
    const cached = this.#entries.get(key)
    if (cached && nowMs - cached.loadedAtMs < this.#maximumAgeMs) return cached.value
    this.#entries.delete(key)
    this.#deleteExpired(nowMs)

    const entry = { loadedAtMs: nowMs, value: load() }
    this.#entries.set(key, entry)
    // Do not cache a failed load. Its error reaches the callers that wait for the load.
    entry.value.catch(() => this.#entries.get(key) === entry && this.#entries.delete(key))
    return entry.value
  }

  forget(key: string): void {
    this.#entries.delete(key)
  }

  /**
   * Deletes expired entries. The entries are in the order of their loads, so the loop stops at the first fresh entry.
   */
  #deleteExpired(nowMs: number): void {
    for (const [key, { loadedAtMs }] of this.#entries) {
      if (nowMs - loadedAtMs < this.#maximumAgeMs) break
      this.#entries.delete(key)
    }
  }
}
