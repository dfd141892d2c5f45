/**
 * Time without a response after which a command announces that it waits. After three seconds, people would assume that
 * a silent command hangs.
 */
const silenceMaximumMs = 2_500

/** Announces that a command is waiting if no response arrives for 2.5 seconds. Announces each wait only once. */
export class WaitNotice {
  readonly #announce: (lastFailure: string | undefined) => void
  #timer: NodeJS.Timeout | undefined
  #pending = 0
  #lastFailure: string | undefined

  /** @param announce receives the reason why the last attempt failed; undefined if none has failed. */
  constructor(announce: (lastFailure: string | undefined) => void) {
    this.#announce = announce
  }

  /** Records that a request was sent. */
  start(): void {
    this.#pending++
    // Unreference the timer, so that it does not keep the process running.
    this.#timer ??= setTimeout(() => this.#announce(this.#lastFailure), silenceMaximumMs).unref()
  }

  /** Records that a response arrived, and restarts the timer for requests that are still pending. */
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

  /** Records that an attempt failed and may be repeated. The timer keeps running. */
  fail(reason: string): void {
    this.#pending--
    this.#lastFailure = reason
  }

  /** Runs `work`, and announces a wait if it takes longer than 2.5 seconds. */
  async watch<Result>(work: () => Promise<Result>): Promise<Result> {
    this.start()
    try {
      return await work()
    } finally {
      this.finish()
    }
  }
}
