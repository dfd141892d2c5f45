import type { LiveChange } from '@tocsin/contract/events/live.ts'

/** Changes since the last update of a listener. */
export interface LiveUpdate {
  changes: readonly LiveChange[]
  /** True if changes may be missing. The listener then reads everything again. */
  isIncomplete: boolean
}

/**
 * Receives updates. The next update comes only after the returned promise has settled, with all changes until then. After a
 * rejection an incomplete update follows some seconds later.
 */
export type LiveListener = (update: LiveUpdate) => Promise<unknown> | void

/** Time during which changes are collected into one update. */
const collectMs = 150
/** Delay after a failure. It doubles with each further failure, up to the maximum. */
export const retryMinimumMs = 2_000
export const retryMaximumMs = 60_000

/** Collects the changes that one listener has not received yet. */
export class PendingUpdates {
  readonly #listener: LiveListener
  #changes: LiveChange[] = []
  #isIncomplete = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #isDue = false
  #isDelivering = false
  #isStopped = false
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #retryAfterMs = retryMinimumMs

  constructor(listener: LiveListener) {
    this.#listener = listener
  }

  add(change: LiveChange): void {
    this.#changes.push(change)
    this.#schedule()
  }

  addUnknown(): void {
    this.#isIncomplete = true
    this.#schedule()
  }

  stop(): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#retryTimer)
    this.#isStopped = true
  }

  #schedule(): void {
    this.#isDue = true
    if (!this.#isDelivering && !this.#isStopped) this.#timer ??= setTimeout(() => void this.#deliver(), collectMs)
  }

  async #deliver(): Promise<void> {
    const update = { changes: this.#changes, isIncomplete: this.#isIncomplete }
    clearTimeout(this.#retryTimer)
    this.#timer = undefined
    this.#changes = []
    this.#isIncomplete = false
    this.#isDue = false
    this.#isDelivering = true
    try {
      await this.#listener(update)
      this.#retryAfterMs = retryMinimumMs
    } catch {
      // Read again with the next update, or after a delay without one.
      this.#isIncomplete = true
      this.#retryTimer = setTimeout(() => this.#schedule(), this.#retryAfterMs)
      this.#retryAfterMs = Math.min(this.#retryAfterMs * 2, retryMaximumMs)
    }
    this.#isDelivering = false
    if (this.#isDue) this.#schedule()
  }
}
