/**
 * A cache with a time to live: a burst of requests asks the database once.
 * An answer is at most `maximumAgeMs` old, counted from when it was asked for.
 */
export class TtlCache<Value> {
  readonly #maximumAgeMs: number
  readonly #answers = new Map<string, { askedAtMs: number; value: Promise<Value> }>()

  constructor(maximumAgeMs: number) {
    this.#maximumAgeMs = maximumAgeMs
  }

  get(key: string, load: () => Promise<Value>): Promise<Value> {
    const nowMs = performance.now()
    const known = this.#answers.get(key)
    if (known && nowMs - known.askedAtMs < this.#maximumAgeMs) return known.value
    this.#answers.delete(key)
    this.#forgetOld(nowMs)

    const answer = { askedAtMs: nowMs, value: load() }
    this.#answers.set(key, answer)
    // A failure reaches everyone who waits for it, but is not kept.
    answer.value.catch(() => this.#answers.get(key) === answer && this.#answers.delete(key))
    return answer.value
  }

  forget(key: string): void {
    this.#answers.delete(key)
  }

  /** Answers are in the order in which they were asked for, so the first young one ends the walk. */
  #forgetOld(nowMs: number): void {
    for (const [key, { askedAtMs }] of this.#answers) {
      if (nowMs - askedAtMs < this.#maximumAgeMs) break
      this.#answers.delete(key)
    }
  }
}
