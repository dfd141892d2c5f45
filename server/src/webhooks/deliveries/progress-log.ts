import type { WebhookAttempt } from '@tocsin/contract/api/webhook.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../../scope.ts'
import type { Attempt } from './attempt.ts'
import type { Backlog } from './backlog.ts'
import type { LeasedEndpoint } from './lease-queries.ts'
import { storeProgress } from './progress-queries.ts'

/**
 * Error for a lease that has ended: another process has leased the endpoint, or the endpoint was changed, paused or
 * deleted.
 */
export class LeaseLost extends Error {}

/**
 * Stores the attempts and the progress of the deliveries to one endpoint. Attempts that end during a write are stored
 * together in the next write.
 */
export class ProgressLog {
  readonly #scope: OrganizationScope
  readonly #lease: { endpointId: Uuid; leaseId: Uuid }
  readonly #backlog: Backlog
  #attempts: WebhookAttempt[] = []
  #storing: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

  constructor(scope: OrganizationScope, { id: endpointId, leaseId }: LeasedEndpoint, backlog: Backlog) {
    this.#scope = scope
    this.#lease = { endpointId, leaseId }
    this.#backlog = backlog
  }

  /** Adds an attempt to the log. Resolves when the attempt and the progress of the deliveries are stored. */
  log({ retryAfterMs: _retryAfterMs, ...attempt }: Attempt): Promise<void> {
    this.#attempts.push(attempt)
    return this.store()
  }

  /**
   * Stores the progress of the deliveries, and the attempts that are not stored yet.
   * @throws LeaseLost if the lease has ended. In that case, nothing is stored.
   */
  store(): Promise<void> {
    this.#next ??= this.#storing.then(() => {
      this.#next = undefined
      return (this.#storing = this.#write())
    })
    return this.#next
  }

  async #write(): Promise<void> {
    const attempts = this.#attempts
    this.#attempts = []
    const progress = { ...this.#backlog.takeProgress(), attempts }
    if (!(await storeProgress(this.#scope, this.#lease, progress))) throw new LeaseLost()
  }
}
