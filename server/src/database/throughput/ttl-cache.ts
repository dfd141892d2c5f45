/**
 * Cache with a time to live, so that a burst of requests loads a value once. The age of a value counts from the start of
 * its load and never exceeds `maximumAgeMs`.
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
    // A failure reaches every caller that waits for it, but is not cached.
    entry.value.catch(() => this.#entries.get(key) === entry && this.#entries.delete(key))
    return entry.value
  }

  forget(key: string): void {
    this.#entries.delete(key)
  }

  /** Entries are in the order of their loads, so the first fresh one ends the loop. */
  #deleteExpired(nowMs: number): void {
    for (const [key, { loadedAtMs }] of this.#entries) {
      if (nowMs - loadedAtMs < this.#maximumAgeMs) break
      this.#entries.delete(key)
    }
  }
}
