import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { FairQueue } from './fair-queue.ts'
import { hashPassword, type HashPassword } from './hash.ts'

/** Caller who asks for password work; each lane has one piece of work in flight at a time. */
export interface Lane {
  /** A signed-in user, or a browser that signed in before. */
  isKnown: boolean
  /** The user, or the network of a stranger. */
  key: string
}

interface Limits {
  atOnce: number
  /** Callers of each kind that may wait: known ones and strangers. */
  waitingMaximum: number
  patienceMs: number
}

/**
 * Node has four threads for hashing and for reading files. One hash occupies a thread for 30 ms and takes 19 MiB, so two
 * run at once, and a hundred of each kind wait for at most 10 s.
 */
const usual: Limits = { atOnce: 2, waitingMaximum: 100, patienceMs: 10_000 }

/** So many known callers go first before a stranger does: neither a flood nor a member can shut the other kind out. */
const knownInARow = 3

/**
 * Bounds the hashing of passwords, and the look-ups before it, and shares it fairly: known callers first, then strangers
 * network by network.
 */
export class PasswordQueue {
  readonly #limits: Limits
  readonly #known: FairQueue
  readonly #strangers: FairQueue
  readonly #busy = new Set<string>()
  #knownInARow = 0

  constructor(limits: Partial<Limits> = {}) {
    this.#limits = { ...usual, ...limits }
    this.#known = new FairQueue(this.#limits.waitingMaximum)
    this.#strangers = new FairQueue(this.#limits.waitingMaximum)
  }

  /** @throws Problem `unavailable` when too many wait already, or the turn does not come; whatever `work` throws. */
  async run<Value>(lane: Lane, work: () => Promise<Value>): Promise<Value> {
    const key = `${lane.isKnown ? 'known' : 'stranger'} ${lane.key}`
    await this.#turn(lane.isKnown ? this.#known : this.#strangers, key)
    try {
      return await work()
    } finally {
      this.#busy.delete(key)
      this.#admit()
    }
  }

  /** Hashes new passwords when it is the turn of the scope's actor, who is signed in. */
  hashFor(scope: OrganizationScope): HashPassword {
    return (password) => this.run({ isKnown: true, key: scope.actorId }, () => hashPassword(password))
  }

  async #turn(line: FairQueue, key: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiter = { enter: resolve, refuse: () => reject(notNow()) }
    line.add(key, waiter)
    this.#admit()
    const overdue = setTimeout(() => {
      line.delete(key, waiter)
      waiter.refuse()
    }, this.#limits.patienceMs)
    await promise.finally(() => clearTimeout(overdue))
  }

  #admit(): void {
    while (this.#busy.size < this.#limits.atOnce) {
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

const notNow = (): Problem =>
  new Problem('unavailable', {
    detail: 'Too many people are signing in at this moment.',
    retryAfterSeconds: 2,
    isShed: true,
  })
