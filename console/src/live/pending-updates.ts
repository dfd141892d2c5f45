import type { LiveChange } from '@tocsin/contract/events/live.ts'

/** Changes that have arrived since the listener received its last update. */
export interface LiveUpdate {
  changes: readonly LiveChange[]
  /** True if changes may be missing. The listener must then read all of its data again. */
  isIncomplete: boolean
}

/**
 * Function that receives updates. The next update comes only after the returned promise is fulfilled or rejected, and
 * contains all changes until then. After a rejection, an update with `isIncomplete: true` follows some seconds later.
 */
export type LiveListener = (update: LiveUpdate) => Promise<unknown> | void

/** Milliseconds during which changes are collected into one update. */
const collectMs = 150
/**
 * Milliseconds from a failed delivery to the next delivery. Each further failure doubles this time, up to
 * `retryMaximumMs`.
 */
export const retryMinimumMs = 2_000
export const retryMaximumMs = 60_000

/** Collects the changes that one listener has not received yet, and delivers them as updates. */
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

  /** Reports that changes were missed, so that the next update is incomplete. */
  addMissedChanges(): void {
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
      // Mark the next update as incomplete. Deliver it when the delay ends, or earlier if another change arrives.
      this.#isIncomplete = true
      this.#retryTimer = setTimeout(() => this.#schedule(), this.#retryAfterMs)
      this.#retryAfterMs = Math.min(this.#retryAfterMs * 2, retryMaximumMs)
    }
    this.#isDelivering = false
    if (this.#isDue) this.#schedule()
  }
}
