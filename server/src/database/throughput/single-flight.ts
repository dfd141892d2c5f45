import { isDatabaseUnavailable } from '../unavailable.ts'

interface Reads<Value> {
  inFlight: Promise<Value>
  next: Promise<Value> | undefined
}

/**
 * Lets concurrent callers share reads. If no read of a key is in flight, a caller starts a read immediately. Callers
 * that arrive while a read of the key is in flight wait and share the next read of the key.
 *
 * No caller gets the result of a read that started before the call. The result therefore contains everything that was
 * committed before the call.
 */
export class SingleFlight<Value> {
  readonly #readsByKey = new Map<string, Reads<Value>>()

  /**
   * Reads the value of a key.
   * @param key identifies the value. Different values need different keys.
   * @param load reads the value once. Its error reaches every caller that shares the read. If the error means that the
   *   database is unavailable, the callers that wait for the next read get the error too, because the next read would
   *   take as long to fail.
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
