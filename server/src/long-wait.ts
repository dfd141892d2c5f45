/** Shorter than three seconds, after which a person takes a silent command for a hanging one. */
const silenceMaximumMs = 2_500

/** Announces once what is being waited for, when no answer has come for long. */
export class LongWait {
  readonly #announce: (trouble: string | undefined) => void
  #timer: NodeJS.Timeout | undefined
  #pending = 0
  #trouble: string | undefined

  /** @param announce receives why the last attempt failed, if one has. */
  constructor(announce: (trouble: string | undefined) => void) {
    this.#announce = announce
  }

  /** A request is sent. */
  begin(): void {
    this.#pending++
    // A wait alone keeps no process running.
    this.#timer ??= setTimeout(() => this.#announce(this.#trouble), silenceMaximumMs).unref()
  }

  /** An answer has come; other requests begin to wait anew. */
  end(): void {
    this.#pending--
    this.#trouble = undefined
    if (this.#pending > 0) {
      this.#timer?.refresh()
      return
    }
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** An attempt has failed and may be repeated: the wait goes on. */
  fail(trouble: string): void {
    this.#pending--
    this.#trouble = trouble
  }

  /** Runs one piece of work that is waited for. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.begin()
    try {
      return await work()
    } finally {
      this.end()
    }
  }
}
