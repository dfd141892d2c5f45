import type { LiveChange } from '@tocsin/contract/events/live.ts'

/** What happened since a listener was last told. */
export interface LiveUpdate {
  changes: readonly LiveChange[]
  /** More may have happened than is told: what was read is read again. */
  isIncomplete: boolean
}

/**
 * A listener is told again only after its promise has settled; what happens meanwhile is told together. Where the promise
 * is rejected, it is told of everything a while later.
 */
export type LiveListener = (news: LiveUpdate) => Promise<unknown> | void

/** What comes close together is told together. */
const gatherMs = 150
/** What failed is tried again after this long, and twice as long after each further failure. */
export const againMinimumMs = 2_000
export const againMaximumMs = 60_000

/** What one listener has not been told yet. */
export class PendingUpdates {
  readonly #listener: LiveListener
  #changes: LiveChange[] = []
  #isIncomplete = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #isDue = false
  #isTelling = false
  #isStopped = false
  #againTimer: ReturnType<typeof setTimeout> | undefined
  #againAfterMs = againMinimumMs

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
    clearTimeout(this.#againTimer)
    this.#isStopped = true
  }

  #schedule(): void {
    this.#isDue = true
    if (!this.#isTelling && !this.#isStopped) this.#timer ??= setTimeout(() => void this.#tell(), gatherMs)
  }

  async #tell(): Promise<void> {
    const news = { changes: this.#changes, isIncomplete: this.#isIncomplete }
    clearTimeout(this.#againTimer)
    this.#timer = undefined
    this.#changes = []
    this.#isIncomplete = false
    this.#isDue = false
    this.#isTelling = true
    try {
      await this.#listener(news)
      this.#againAfterMs = againMinimumMs
    } catch {
      // What could not be read now is read again with the next news, or by itself where there are none.
      this.#isIncomplete = true
      this.#againTimer = setTimeout(() => this.#schedule(), this.#againAfterMs)
      this.#againAfterMs = Math.min(this.#againAfterMs * 2, againMaximumMs)
    }
    this.#isTelling = false
    if (this.#isDue) this.#schedule()
  }
}
