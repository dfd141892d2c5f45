import type { CallOptions } from '../transport/transport.ts'
import type { Flush, FlushResult } from './flush.ts'

/** One flush of a queue at a time: a call while one runs joins it, and makes it look at the store once more. */
export class JoinedFlush {
  readonly #begin: () => Flush
  readonly #keepSentMs: number
  #running: Promise<FlushResult> | undefined
  #isAskedAgain = false

  constructor(begin: () => Flush, keepSentMs: number) {
    this.#begin = begin
    this.#keepSentMs = keepSentMs
  }

  /** @throws as `Flush.run`. */
  run(options: CallOptions): Promise<FlushResult> {
    if (this.#running) this.#isAskedAgain = true
    else this.#running = this.#runUntilNobodyAsks(options)
    return this.#running
  }

  async #runUntilNobodyAsks(options: CallOptions): Promise<FlushResult> {
    const flush = this.#begin()
    try {
      for (;;) {
        this.#isAskedAgain = false
        const result = await flush.run(options, this.#keepSentMs)
        // A caller who joined may have stored something after the last look at the store. What has stopped would stop again.
        if (result.outcome === 'stopped' || !this.#isAskedAgain) return result
      }
    } finally {
      // Not a tick later: a call in between would join a flush that no longer looks at the store.
      this.#running = undefined
    }
  }
}
