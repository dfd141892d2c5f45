/** Keeps the most recently used values, up to a maximum number. */
export class LruCache<Value> {
  readonly #maximum: number
  /** In the order of their last use. */
  readonly #values = new Map<string, Value>()

  constructor(maximum: number) {
    this.#maximum = maximum
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key)
    if (value !== undefined) this.set(key, value)
    return value
  }

  set(key: string, value: Value): void {
    this.#values.delete(key)
    this.#values.set(key, value)
    if (this.#values.size > this.#maximum) this.#values.delete(this.#values.keys().next().value!)
  }
}
