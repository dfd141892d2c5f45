/** Shorter than three seconds, after which people assume that a silent command hangs. */
const silenceMaximumMs = 2_500

/** Announces once that a command is still waiting when no answer arrives for 2.5 seconds. */
export class WaitNotice {
  readonly #announce: (lastFailure: string | undefined) => void
  #timer: NodeJS.Timeout | undefined
  #pending = 0
  #lastFailure: string | undefined

  /** @param announce receives the reason why the last attempt failed; undefined if none has failed. */
  constructor(announce: (lastFailure: string | undefined) => void) {
    this.#announce = announce
  }

  /** Notes that a request was sent. */
  start(): void {
    this.#pending++
    // Unreferenced, so that the timer alone keeps no process running.
    this.#timer ??= setTimeout(() => this.#announce(this.#lastFailure), silenceMaximumMs).unref()
  }

  /** Notes that an answer arrived, and restarts the timer for requests that are still pending. */
  finish(): void {
    this.#pending--
    this.#lastFailure = undefined
    if (this.#pending > 0) {
      this.#timer?.refresh()
      return
    }
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** Notes that an attempt failed and may be repeated. The timer keeps running. */
  fail(reason: string): void {
    this.#pending--
    this.#lastFailure = reason
  }

  /** Runs `work` and announces if it takes long. */
  async watch<Result>(work: () => Promise<Result>): Promise<Result> {
    this.start()
    try {
      return await work()
    } finally {
      this.finish()
    }
  }
}
