import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../../scope.ts'
import type { Attempt } from './attempt.ts'
import type { DeliveryCursor } from './cursor.ts'
import type { LeasedEndpoint } from './lease-queries.ts'
import { storeProgress, type HeldIncident, type LoggedAttempt } from './progress-queries.ts'

/** Another process delivers the events of the endpoint now, or the endpoint was changed, paused or deleted. */
export class LeaseLost extends Error {}

/** Stores the progress of one endpoint. Attempts that end while it is being stored are stored together. */
export class ProgressLog {
  readonly #scope: OrganizationScope
  readonly #lease: { endpointId: Uuid; leaseId: Uuid }
  readonly #cursor: DeliveryCursor
  readonly #held: ReadonlyMap<Uuid, HeldIncident>
  #attempts: LoggedAttempt[] = []
  /** Incidents that are held back now or no longer, since the progress was last stored. */
  readonly #changed = new Set<Uuid>()
  #storing: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

  /**
   * @param cursor cursor whose position is stored.
   * @param held incidents that are held back, as the run changes them.
   */
  constructor(
    scope: OrganizationScope,
    { id: endpointId, leaseId }: LeasedEndpoint,
    cursor: DeliveryCursor,
    held: ReadonlyMap<Uuid, HeldIncident>,
  ) {
    this.#scope = scope
    this.#lease = { endpointId, leaseId }
    this.#cursor = cursor
    this.#held = held
  }

  /** Notes that an incident is held back now, held back at another event, or no longer held back. */
  noteChange(incidentId: Uuid): void {
    this.#changed.add(incidentId)
  }

  /** Logs an attempt, and waits until it and everything noted before is stored. */
  log({ retryAfterMs: _retryAfterMs, ...attempt }: Attempt): Promise<void> {
    this.#attempts.push(attempt)
    return this.store()
  }

  /**
   * Stores the progress.
   * @throws LeaseLost if the lease has ended. Nothing is stored then.
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
    const changed = [...this.#changed]
    this.#attempts = []
    this.#changed.clear()
    const retryTimes = Array.from(this.#held.values(), ({ retryAt }) => retryAt)
    const isStored = await storeProgress(this.#scope, this.#lease, {
      position: this.#cursor.position,
      deliveredAhead: this.#cursor.deliveredAhead,
      attempts,
      held: changed.flatMap((id) => this.#held.get(id) ?? []),
      released: changed.filter((id) => !this.#held.has(id)),
      retryAt: retryTimes.toSorted()[0] ?? null,
    })
    if (!isStored) throw new LeaseLost()
  }
}
