/**
 * Queue that runs work with the same key one after another, in order of arrival. Work with different keys runs in
 * parallel.
 */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<unknown>>()

  /**
   * Runs `work` after all earlier work with the same key has finished.
   * @throws the error of `work`. The next work with the same key runs even after an error.
   */
  async run<Value>(key: string, work: () => Promise<Value>): Promise<Value> {
    const before = this.#last.get(key)
    const result = before ? before.then(work) : work()
    const ended = result.then(
      () => undefined,
      () => undefined,
    )
    this.#last.set(key, ended)
    await ended
    if (this.#last.get(key) === ended) this.#last.delete(key)
    return result
  }
}
