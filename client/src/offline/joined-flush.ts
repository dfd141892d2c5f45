import type { CallOptions } from '../transport/transport.ts'
import type { FlushResult } from './events.ts'
import type { Flush } from './flush.ts'

/**
 * Runs one flush of a queue at a time. A call during a flush joins this flush, which then reads the store again before
 * it ends.
 */
export class JoinedFlush {
  readonly #begin: () => Flush
  readonly #keepSentMs: number
  #running: Promise<FlushResult> | undefined
  /** Signal of the caller that began the running flush. */
  #signal: AbortSignal | undefined
  #isRepeated = false

  constructor(begin: () => Flush, keepSentMs: number) {
    this.#begin = begin
    this.#keepSentMs = keepSentMs
  }

  /** Starts a flush, or joins the running one. @throws the errors of `Flush.run`. */
  run(options: CallOptions): Promise<FlushResult> {
    if (!this.#running) {
      this.#signal = options.signal
      return (this.#running = this.#repeat(options))
    }
    this.#isRepeated = true
    const signal = this.#signal
    return this.#running.catch((error: unknown) => {
      if (!signal?.aborted || error !== signal.reason) throw error
      // Another caller has aborted the flush, so start a new flush for this caller.
      return this.run(options)
    })
  }

  async #repeat(options: CallOptions): Promise<FlushResult> {
    const flush = this.#begin()
    try {
      for (;;) {
        this.#isRepeated = false
        const result = await flush.run(options, this.#keepSentMs)
        // Run again for callers that have joined, because they may have queued entries after the last read of the
        // store. Do not run again after `stopped`: the next run would fail in the same way.
        if (result.outcome === 'stopped' || !this.#isRepeated) return result
      }
    } finally {
      // Forget the flush at once: a later call must not join a flush that does not read the store any more.
      this.#running = undefined
    }
  }
}
