import { Problem } from '../../problem.ts'

export interface ConcurrencyLimits {
  /** Maximum total weight of running work. */
  runningMaximum: number
  /** Maximum total weight of waiting work. */
  waitingMaximum: number
}

/** Returns a slot to the limit. Further calls have no effect. */
export type Release = () => void

/** Equals the statement timeout: by then running work may be stuck, and callers of waiting work have given up. */
const waitMaximumMs = 30_000

/** Time within one iteration of the event loop in which more work may start. */
const startBudgetMs = 4

/** Weighted concurrency limit: work starts in order of arrival, as soon as running work leaves room for its weight. */
export class ConcurrencyLimit {
  readonly #limits: ConcurrencyLimits
  /** Weights of waiting work, in order of arrival, by the function that starts it. */
  readonly #waiting = new Map<() => void, number>()
  #runningWeight = 0
  #waitingWeight = 0
  /** Time at which the first work of the current event-loop iteration started. */
  #iterationStartedAtMs: number | undefined
  #scheduledAttempts = 0

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits
  }

  get isIdle(): boolean {
    return this.#runningWeight === 0 && this.#waiting.size === 0
  }

  /**
   * Waits for a slot.
   * @param weight of the work; work heavier than the limit runs alone.
   * @returns a function that releases the slot.
   * @throws Problem `unavailable` when too much work is waiting already, or no slot is free within 30 seconds.
   */
  async acquire(weight = 1): Promise<Release> {
    const needed = Math.min(weight, this.#limits.runningMaximum)
    if (this.#waiting.size > 0 || !this.#hasRoomFor(needed) || this.#isBudgetSpent()) await this.#wait(needed)
    else this.#start(needed)
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      this.#runningWeight -= needed
      this.#scheduleNext()
    }
  }

  #hasRoomFor(weight: number): boolean {
    return this.#runningWeight + weight <= this.#limits.runningMaximum
  }

  #isBudgetSpent(): boolean {
    return this.#iterationStartedAtMs !== undefined && performance.now() - this.#iterationStartedAtMs > startBudgetMs
  }

  #start(weight: number): void {
    this.#runningWeight += weight
    if (this.#iterationStartedAtMs !== undefined) return
    this.#iterationStartedAtMs = performance.now()
    setImmediate(() => {
      this.#iterationStartedAtMs = undefined
    })
  }

  async #wait(weight: number): Promise<void> {
    if (this.#waitingWeight + weight > this.#limits.waitingMaximum) throw overloaded()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.set(resolve, weight)
    this.#waitingWeight += weight
    this.#scheduleNext()
    const timer = setTimeout(() => {
      this.#leaveQueue(resolve, weight)
      reject(overloaded())
      // The next work in the queue may be lighter, and fit.
      this.#scheduleNext()
    }, waitMaximumMs)
    await promise.finally(() => clearTimeout(timer))
  }

  /**
   * Schedules an attempt to start the first waiting work in the next event-loop iteration, within its time budget.
   * Work that never awaits anything, such as rejecting a long body, would otherwise run back to back and keep the server
   * from reading or answering other requests. Each arrival, release and start schedules one attempt; the number of pending
   * attempts never exceeds `runningMaximum`.
   */
  #scheduleNext(): void {
    if (this.#scheduledAttempts === this.#limits.runningMaximum) return
    this.#scheduledAttempts++
    setImmediate(() => {
      this.#scheduledAttempts--
      const [next] = this.#waiting
      if (!next || !this.#hasRoomFor(next[1])) return
      // Finished heavy work leaves room for several light pieces.
      this.#scheduleNext()
      if (this.#isBudgetSpent()) return
      const [begin, weight] = next
      this.#leaveQueue(begin, weight)
      this.#start(weight)
      begin()
    })
  }

  #leaveQueue(begin: () => void, weight: number): void {
    this.#waiting.delete(begin)
    this.#waitingWeight -= weight
  }
}

const overloaded = (): Problem => new Problem('unavailable', { retryAfterSeconds: 2, isShed: true })
