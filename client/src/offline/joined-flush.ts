import type { CallOptions } from '../transport/transport.ts'
import type { Flush, FlushResult } from './flush.ts'

/** Runs one flush of a queue at a time. A call during a flush joins it and makes it read the store again at its end. */
export class JoinedFlush {
  readonly #begin: () => Flush
  readonly #keepSentMs: number
  #running: Promise<FlushResult> | undefined
  #isAskedAgain = false

  constructor(begin: () => Flush, keepSentMs: number) {
    this.#begin = begin
    this.#keepSentMs = keepSentMs
  }

  /** Starts a flush, or joins the running one. @throws the errors of `Flush.run`. */
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
        // A joined caller may have queued an entry after the store was last read. A stopped flush would stop again.
        if (result.outcome === 'stopped' || !this.#isAskedAgain) return result
      }
    } finally {
      // Reset at once: a later call must not join a flush that does not read the store any more.
      this.#running = undefined
    }
  }
}
