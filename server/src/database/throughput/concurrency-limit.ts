import { Problem } from '../../problem.ts'

export interface ConcurrencyLimits {
  /** Weight of the work that goes on side by side. */
  atOnce: number
  /** Weight of what may wait for its turn. */
  waitingMaximum: number
}

/** Ends a turn, once, and lets the next one begin. */
export type Release = () => void

/** As long as a statement may take: by then the running work may be stuck, and the callers of what waits have given up. */
const patienceMs = 30_000

/** Time in one iteration of the event loop in which further work may begin at once. */
const sliceMs = 4

/** A weighted concurrency limit: work begins in the order in which it came, when what runs leaves room for its weight. */
export class ConcurrencyLimit {
  readonly #limits: ConcurrencyLimits
  readonly #waiting = new Map<() => void, number>()
  #running = 0
  #waitingWeight = 0
  /** When the first work of this iteration of the event loop began. */
  #sliceBeganAtMs: number | undefined
  #attempts = 0

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits
  }

  get isIdle(): boolean {
    return this.#running === 0 && this.#waiting.size === 0
  }

  /**
   * Waits for a turn.
   * @param weight of the work; work heavier than the limit runs alone.
   * @throws Problem `unavailable` when too much is waiting already, or the turn does not come.
   */
  async begin(weight = 1): Promise<Release> {
    const needed = Math.min(weight, this.#limits.atOnce)
    if (this.#waiting.size > 0 || !this.#hasRoomFor(needed) || this.#isSliceOver()) await this.#wait(needed)
    else this.#start(needed)
    let hasEnded = false
    return () => {
      if (hasEnded) return
      hasEnded = true
      this.#running -= needed
      this.#letInLater()
    }
  }

  #hasRoomFor(weight: number): boolean {
    return this.#running + weight <= this.#limits.atOnce
  }

  #isSliceOver(): boolean {
    return this.#sliceBeganAtMs !== undefined && performance.now() - this.#sliceBeganAtMs > sliceMs
  }

  #start(weight: number): void {
    this.#running += weight
    if (this.#sliceBeganAtMs !== undefined) return
    this.#sliceBeganAtMs = performance.now()
    setImmediate(() => {
      this.#sliceBeganAtMs = undefined
    })
  }

  async #wait(weight: number): Promise<void> {
    if (this.#waitingWeight + weight > this.#limits.waitingMaximum) throw notNow()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.set(resolve, weight)
    this.#waitingWeight += weight
    this.#letInLater()
    const overdue = setTimeout(() => {
      this.#leaveQueue(resolve, weight)
      reject(notNow())
      // The next in line may be lighter, and fit.
      this.#letInLater()
    }, patienceMs)
    await promise.finally(() => clearTimeout(overdue))
  }

  /**
   * Lets one piece of waiting work begin in the next iteration of the event loop, if that has time left. Work that never
   * waits, such as refusing a long body, would otherwise run back to back, and no other request would be read or answered
   * meanwhile. There are as many attempts as pieces of work that came, ended or began, but never more than can run at once.
   */
  #letInLater(): void {
    if (this.#attempts === this.#limits.atOnce) return
    this.#attempts++
    setImmediate(() => {
      this.#attempts--
      const [next] = this.#waiting
      if (!next || !this.#hasRoomFor(next[1])) return
      // Heavy work that ends leaves room for several light ones.
      this.#letInLater()
      if (this.#isSliceOver()) return
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

const notNow = (): Problem => new Problem('unavailable', { retryAfterSeconds: 2, isShed: true })
