import { Problem } from '../../problem.ts'

export interface ConcurrencyLimits {
  /** Maximum total weight of running work. */
  runningMaximum: number
  /** Maximum total weight of waiting work. */
  waitingMaximum: number
}

/** Function that releases a slot of the concurrency limit. Only its first call has an effect. */
export type Release = () => void

/**
 * Maximum time that work waits in the queue. It equals the statement timeout: running work that takes longer is
 * probably stuck.
 */
const waitMaximumMs = 30_000

/**
 * Maximum time for starting work in one iteration of the event loop, counted from the first start in the iteration.
 * After this time, waiting work starts only in a later iteration.
 */
const startBudgetMs = 4

/**
 * Limits the total weight of the work that runs at the same time. Work starts in order of arrival, as soon as the
 * running work leaves room for its weight.
 */
export class ConcurrencyLimit {
  readonly #limits: ConcurrencyLimits
  /**
   * Waiting work in order of arrival. The key is the function that starts the work, the value is the weight of the
   * work.
   */
  readonly #waiting = new Map<() => void, number>()
  #runningWeight = 0
  #waitingWeight = 0
  /** Time at which the first work of the current event-loop iteration started; undefined if none has. */
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
   * @param weight weight of the work. Work that is heavier than the limit runs alone.
   * @returns a function that releases the slot.
   * @throws Problem `unavailable` when too much work is waiting already, or when no slot becomes free within 30
   *   seconds.
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
      // Try the next work in the queue: it may be lighter than the rejected work, so that it can start now.
      this.#scheduleNext()
    }, waitMaximumMs)
    await promise.finally(() => clearTimeout(timer))
  }

  /**
   * Schedules one attempt to start the first waiting work. The attempt runs in the next event-loop iteration and starts
   * nothing if the iteration's time budget is spent. The delay lets the server handle other requests between pieces of
   * work that never await anything, such as rejecting a long body.
   *
   * Each arrival, release and start schedules one attempt. At most `runningMaximum` attempts are pending.
   */
  #scheduleNext(): void {
    if (this.#scheduledAttempts === this.#limits.runningMaximum) return
    this.#scheduledAttempts++
    setImmediate(() => {
      this.#scheduledAttempts--
      const [next] = this.#waiting
      if (!next || !this.#hasRoomFor(next[1])) return
      // Schedule another attempt, because heavy work that ends leaves room for several light pieces of work.
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
