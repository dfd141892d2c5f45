import { Problem } from './problem.ts'

interface Limits {
  /** How many pieces of work run side by side. */
  atOnce: number
  /** How many may wait for their turn. */
  waitingMaximum: number
}

/** As long as a statement may take. What runs meanwhile may be stuck, and who asked for what waits has left by then. */
const patienceMs = 30_000

/** A concurrency limit: lets costly work run a few pieces at a time, in the order in which they came. */
export class Turns {
  readonly #limits: Limits
  readonly #waiting = new Set<() => void>()
  #running = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** @throws Problem `unavailable` when too much is waiting already, or the turn does not come; whatever `work` fails with. */
  async run<Value>(work: () => Promise<Value>): Promise<Value> {
    await this.#turn()
    try {
      return await work()
    } finally {
      this.#passOn()
    }
  }

  async #turn(): Promise<void> {
    if (this.#running < this.#limits.atOnce) return void this.#running++
    if (this.#waiting.size >= this.#limits.waitingMaximum) throw notNow()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.add(resolve)
    const overdue = setTimeout(() => {
      this.#waiting.delete(resolve)
      reject(notNow())
    }, patienceMs)
    await promise.finally(() => clearTimeout(overdue))
  }

  #passOn(): void {
    const [next] = this.#waiting
    if (!next) return void this.#running--
    this.#waiting.delete(next)
    next()
  }
}

const notNow = (): Problem => new Problem('unavailable', { retryAfterSeconds: 2 })
