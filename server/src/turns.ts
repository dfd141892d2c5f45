import { Problem } from './problem.ts'

interface Limits {
  /** How many pieces of work run side by side. */
  atOnce: number
  /** How many may wait for their turn. */
  waitingMaximum: number
}

/** A concurrency limit: lets costly work run a few pieces at a time, in the order in which they came. */
export class Turns {
  readonly #limits: Limits
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** @throws Problem `unavailable` when too much is waiting already; whatever `work` fails with. */
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
    if (this.#waiting.length >= this.#limits.waitingMaximum) throw new Problem('unavailable', { retryAfterSeconds: 2 })
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  #passOn(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#running--
  }
}
