import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { FairQueue } from './fair-queue.ts'
import { hashPassword } from './hash.ts'

/** Lane of the password queue, one for each caller. A lane runs one task at a time. */
export interface Lane {
  /** True if the caller is signed in, or uses a browser on which somebody has signed in before. */
  isKnown: boolean
  /**
   * Known caller: id of the signed-in user, or else of the last user who signed in on the browser. Stranger: network.
   */
  key: string
}

interface Limits {
  concurrency: number
  /** Maximum number of waiting known callers, and also of waiting strangers. */
  waitingMaximum: number
  waitMaximumMs: number
}

/**
 * Limits of a server. One hash occupies a thread for 30 ms and takes 19 MiB. Node has four threads for hashing and for
 * reading files, of which two remain for files.
 */
const defaultLimits: Limits = { concurrency: 2, waitingMaximum: 100, waitMaximumMs: 10_000 }

/** Number of known callers served before one stranger, so that known callers cannot lock strangers out. */
const knownInARow = 3

/**
 * Limits how many passwords are hashed at a time. Callers wait for a slot in fair order: three known callers, then one
 * stranger. Known callers rotate by user, and strangers by network. A task may also contain queries before the hashing.
 */
export class PasswordQueue {
  readonly #limits: Limits
  readonly #known: FairQueue
  readonly #strangers: FairQueue
  readonly #busy = new Set<string>()
  #knownInARow = 0

  constructor(limits: Partial<Limits> = {}) {
    this.#limits = { ...defaultLimits, ...limits }
    this.#known = new FairQueue(this.#limits.waitingMaximum)
    this.#strangers = new FairQueue(this.#limits.waitingMaximum)
  }

  /**
   * Runs `work` once a slot is free.
   * @throws Problem `unavailable` when the queue is full or the wait takes too long, and any error of `work`.
   */
  async run<Value>(lane: Lane, work: () => Promise<Value>): Promise<Value> {
    const key = `${lane.isKnown ? 'known' : 'stranger'} ${lane.key}`
    await this.#waitForSlot(lane.isKnown ? this.#known : this.#strangers, key)
    try {
      return await work()
    } finally {
      this.#busy.delete(key)
      this.#admit()
    }
  }

  /** Hashes a password for the acting user, who waits as a known caller. */
  hash({ actorId }: OrganizationScope, password: string): Promise<string> {
    return this.run({ isKnown: true, key: actorId }, () => hashPassword(password))
  }

  async #waitForSlot(queue: FairQueue, key: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiter = { enter: resolve, reject: () => reject(overloaded()) }
    queue.add(key, waiter)
    this.#admit()
    const timeout = setTimeout(() => {
      queue.delete(key, waiter)
      waiter.reject()
    }, this.#limits.waitMaximumMs)
    await promise.finally(() => clearTimeout(timeout))
  }

  #admit(): void {
    while (this.#busy.size < this.#limits.concurrency) {
      const next = this.#next()
      if (!next) return
      this.#busy.add(next.key)
      next.waiter.enter()
    }
  }

  #next() {
    const isBusy = (key: string) => this.#busy.has(key)
    const known = this.#knownInARow < knownInARow ? this.#known.next(isBusy) : undefined
    if (known) {
      this.#knownInARow++
      return known
    }
    this.#knownInARow = 0
    return this.#strangers.next(isBusy) ?? this.#known.next(isBusy)
  }
}

const overloaded = (): Problem =>
  new Problem('unavailable', {
    detail: 'Too many people are signing in at this moment.',
    retryAfterSeconds: 2,
    isShed: true,
  })
