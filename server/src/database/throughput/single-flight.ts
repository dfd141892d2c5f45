import { isDatabaseUnavailable } from '../unavailable.ts'

interface Reads<Value> {
  inFlight: Promise<Value>
  next: Promise<Value> | undefined
}

/**
 * Coalesces reads: callers who ask for something that is already being read share the next reading of it. A caller
 * never waits when nothing is in flight, and never gets a reading that began before the call: it contains everything
 * that was committed by then.
 */
export class SingleFlight<Value> {
  readonly #readsByKey = new Map<string, Reads<Value>>()

  /**
   * @param key names what is asked for: different questions must have different keys.
   * @param load reads it; a failure reaches everyone who shares it, and when the database has gone away those who wait
   * for the next reading, too, which would take as long again to fail.
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
