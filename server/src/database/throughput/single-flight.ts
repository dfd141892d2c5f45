import { isDatabaseUnavailable } from '../unavailable.ts'

interface Reads<Value> {
  inFlight: Promise<Value>
  next: Promise<Value> | undefined
}

/**
 * Coalesces reads: callers that ask for a key while it is being read share its next read. A caller never waits when
 * nothing is in flight, and never gets a read that started before the call, so the result contains everything that was
 * committed before the call.
 */
export class SingleFlight<Value> {
  readonly #readsByKey = new Map<string, Reads<Value>>()

  /**
   * @param key identifies the question; different questions need different keys.
   * @param load reads the value. A failure reaches every caller that shares the read. When the database is unavailable,
   *   callers that wait for the next read receive the error as well: that read would only take as long to fail.
   */
  read(key: string, load: () => Promise<Value>): Promise<Value> {
    const reads = this.#readsByKey.get(key)
    if (!reads) return this.#start(key, load)
    const start = () => this.#start(key, load)
    reads.next ??= reads.inFlight.then(start, (error: unknown) => {
      if (!isDatabaseUnavailable(error)) return start()
      this.#readsByKey.delete(key)
      throw error
    })
    return reads.next
  }

  #start(key: string, load: () => Promise<Value>): Promise<Value> {
    const reads: Reads<Value> = { inFlight: load(), next: undefined }
    this.#readsByKey.set(key, reads)
    const end = () => void (reads.next ?? this.#readsByKey.delete(key))
    reads.inFlight.then(end, end)
    return reads.inFlight
  }
}
