import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Problem } from '../../problem.ts'
import { reservedConnections } from './organization-limits.ts'

/** Ends the use of a connection, so that the organization may use another connection. */
export type ReturnConnection = () => void

interface Share {
  used: number
  /** Functions that start the waiting statements and transactions, in order of arrival. */
  waiting: Set<() => void>
}

/** Maximum number of waiting statements and transactions of one organization. */
const waitingMaximum = 1_000
/** Maximum time that a statement or transaction waits. It equals the statement timeout. */
const waitMaximumMs = 30_000

/**
 * Limits how many connections each organization uses at a time. Does not limit time on the event loop, unlike
 * `OrganizationLimits`: `take` must be very cheap, because every statement takes a connection.
 */
export class ConnectionShares {
  readonly #maximum: number
  readonly #shares = new Map<Uuid, Share>()

  /** @param connections number of connections of the pool. Each organization can use all of them except two. */
  constructor(connections: number) {
    this.#maximum = Math.max(1, connections - reservedConnections)
  }

  /** Number of waiting statements and transactions of all organizations. */
  get waitingCount(): number {
    return this.#shares.values().reduce((sum, { waiting }) => sum + waiting.size, 0)
  }

  /**
   * Waits until the organization may use one more connection.
   * @returns a function to call once when the connection is no longer used.
   * @throws Problem `unavailable` when no connection becomes free within 30 seconds, or when 1,000 statements and
   *   transactions of the organization already wait.
   */
  async take(organizationId: Uuid): Promise<ReturnConnection> {
    const share = this.#shares.get(organizationId) ?? { used: 0, waiting: new Set() }
    this.#shares.set(organizationId, share)
    if (share.used < this.#maximum) share.used++
    else await wait(share)
    return () => this.#giveBack(organizationId, share)
  }

  /** Passes the connection on to the first waiting statement, if there is one. */
  #giveBack(organizationId: Uuid, share: Share): void {
    const [next] = share.waiting
    if (next) {
      share.waiting.delete(next)
      return next()
    }
    share.used--
    if (share.used === 0) this.#shares.delete(organizationId)
  }
}

async function wait({ waiting }: Share): Promise<void> {
  if (waiting.size >= waitingMaximum) throw noConnection()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  waiting.add(resolve)
  const timer = setTimeout(() => {
    waiting.delete(resolve)
    reject(noConnection())
  }, waitMaximumMs)
  await promise.finally(() => clearTimeout(timer))
}

const noConnection = () => new Problem('unavailable', { retryAfterSeconds: 2, isShed: true })
