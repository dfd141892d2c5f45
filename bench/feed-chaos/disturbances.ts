import { setTimeout as wait } from 'node:timers/promises'
import { integerBelow, pick, type Random } from './random.ts'
import type { ChaosServer } from './server.ts'

export interface DisturbanceOptions {
  /** Number of commits that are delayed before they take their positions in the feed. */
  delays: number
  delayMaximumMs: number
  /** Number of times that a server is suspended between taking positions in the feed and its commit. */
  suspensions: number
  suspensionMs: number
  /** Number of times that a server is killed and started again. */
  kills: number
}

/**
 * Moments at which a server is killed: at any time, or before or after a transaction takes its positions in the feed.
 */
const killMoments = ['any', 'before', 'after'] as const

/**
 * Maximum number of commits that are delayed at the same time. All other commits go on, because otherwise the run would
 * take too long.
 */
const delayedMaximum = 4
/** Time in milliseconds for which a statement is delayed before its server is killed. */
const killAfterMs = 500

/** Delays commits, suspends and kills servers. Spreads these disturbances evenly over the events of a run. */
export class Disturbances {
  /** Number of events written so far, as a share of all events to write (0 to 1). */
  progress = 0
  /** Error of a server that did not start again. */
  failure: Error | undefined
  readonly done = { delays: 0, suspensions: 0, kills: { any: 0, before: 0, after: 0 }, delayedMs: 0 }
  readonly #options: DisturbanceOptions
  readonly #random: Random
  readonly #servers: ChaosServer[]
  readonly #running = new Set<Promise<void>>()
  #delayed = 0
  #killMoment: (typeof killMoments)[number] = 'any'

  constructor(servers: ChaosServer[], options: DisturbanceOptions, random: Random) {
    this.#servers = servers
    this.#options = options
    this.#random = random
  }

  get kills(): number {
    const { any, before, after } = this.done.kills
    return any + before + after
  }

  get isDone(): boolean {
    const { delays, suspensions, kills } = this.#options
    return this.done.delays === delays && this.done.suspensions === suspensions && this.kills === kills
  }

  /** Kills one of the servers if a kill is due. Call this function regularly. */
  tick(): void {
    if (this.#claimKill('any')) this.#kill(pick(this.#random, this.#servers.filter(isRunning)))
  }

  /** Delays a statement that is about to take positions in the feed, and may kill its server during the delay. */
  beforePositions(server: ChaosServer): Promise<void> | undefined {
    if (isRunning(server) && this.#claimKill('before')) return this.#delay(() => this.#killSoon(server))
    if (this.#delayed >= delayedMaximum || !this.#isDue(this.done.delays, this.#options.delays)) return undefined
    this.done.delays++
    const delayMs = integerBelow(this.#random, this.#options.delayMaximumMs)
    this.done.delayedMs += delayMs
    return this.#delay(() => wait(delayMs))
  }

  /** Suspends or kills a server whose transaction has taken its positions in the feed and has not committed yet. */
  afterPositions(server: ChaosServer): void {
    if (!isRunning(server)) return
    if (this.#claimKill('after')) return this.#kill(server)
    if (!this.#isDue(this.done.suspensions, this.#options.suspensions)) return
    this.done.suspensions++
    this.#follow(server.suspend(this.#options.suspensionMs))
  }

  /** Waits until no commit is delayed, no server is suspended, and all killed servers serve again. */
  async finish(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running)
  }

  #isDue(done: number, total: number): boolean {
    return done < total && done < this.progress * total
  }

  /** Returns true if a server must be killed now. If so, also chooses the moment of the next kill. */
  #claimKill(moment: (typeof killMoments)[number]): boolean {
    if (moment !== this.#killMoment || !this.#isDue(this.kills, this.#options.kills)) return false
    // Do not kill the last running server, because readers and callers need it. On a busy machine, the killed servers
    // take long to start again.
    if (this.#servers.filter(isRunning).length < 2) return false
    this.done.kills[moment]++
    this.#killMoment = pick(this.#random, killMoments)
    return true
  }

  #kill(server: ChaosServer): void {
    this.#follow(server.end('SIGKILL').then(() => server.start()))
  }

  async #killSoon(server: ChaosServer): Promise<void> {
    await wait(killAfterMs)
    // Another transaction may have suspended the server meanwhile. Kill the server only after it has been resumed.
    while (server.isSuspended) await wait(killAfterMs)
    this.#kill(server)
  }

  async #delay(run: () => Promise<void>): Promise<void> {
    this.#delayed++
    const delayed = run().finally(() => this.#delayed--)
    this.#follow(delayed)
    await delayed
  }

  #follow(work: Promise<void>): void {
    this.#running.add(work)
    const remove = () => this.#running.delete(work)
    void work.then(remove, (error: Error) => {
      this.failure ??= error
      remove()
    })
  }
}

const isRunning = ({ url, isSuspended }: ChaosServer): boolean => url !== undefined && !isSuspended
