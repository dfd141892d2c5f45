interface Reads<Value> {
  inFlight: Promise<Value>
  next: Promise<Value> | undefined
}

/**
 * Coalesces reads: whoever asks for what is being read already shares the next reading with all who asked meanwhile.
 * Nobody waits when nothing is in flight, and nobody is given what was read before they asked: whatever was committed by
 * then is in it.
 */
export class SharedReads<Value> {
  readonly #readsByKey = new Map<string, Reads<Value>>()

  /**
   * @param key what is asked for: two that ask for anything else must not have the same.
   * @param load reads it; a failure is told to everybody who shares it.
   */
  read(key: string, load: () => Promise<Value>): Promise<Value> {
    const reads = this.#readsByKey.get(key)
    if (!reads) return this.#start(key, load)
    const start = () => this.#start(key, load)
    reads.next ??= reads.inFlight.then(start, start)
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
