/** Runs work that shares a key one after another, in order of arrival. Work under other keys runs beside it. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<unknown>>()

  /** @throws whatever `work` fails with; a failure does not stop what is queued behind it. */
  async run<Value>(key: string, work: () => Promise<Value>): Promise<Value> {
    const before = this.#last.get(key)
    const result = before ? before.then(work) : work()
    const settled = result.then(
      () => undefined,
      () => undefined,
    )
    this.#last.set(key, settled)
    await settled
    if (this.#last.get(key) === settled) this.#last.delete(key)
    return result
  }
}
