/**
 * Outcomes of the requests that lead to one event: a write and its retries. If several callers delete the same object,
 * these deletions also lead to one event.
 */
export interface Promised {
  /** Writes that the callers have begun. */
  begun: number
  /** Writes that were answered with success. Each of them must have an event. */
  succeeded: number
  /** Writes that were rejected at the first attempt. They must have no event. */
  rejected: number
  /** Version of the incident after the change, if a response to the first attempt reported it. */
  version?: number
  /** Number of the incident, if the write is a creation with a successful response. */
  number?: number
}

/**
 * Record of all writes and their outcomes. The key is the trace of a write: a unique text that `traceOf` derives from
 * the event of the write, too.
 */
export class Ledger {
  readonly promised = new Map<string, Promised>()
  /** Number of responses, keyed by status. Status 0 stands for a request without a response. */
  readonly statuses: Record<number, number> = {}
  retries = 0
  replays = 0

  begin(...traces: string[]): void {
    for (const trace of traces) this.#of(trace).begun++
  }

  succeed(trace: string, seen: Pick<Promised, 'version' | 'number'> = {}): void {
    const promised = this.#of(trace)
    promised.succeeded++
    Object.assign(promised, seen)
  }

  reject(trace: string): void {
    this.#of(trace).rejected++
  }

  count(status: number): void {
    this.statuses[status] = (this.statuses[status] ?? 0) + 1
  }

  #of(trace: string): Promised {
    const known = this.promised.get(trace)
    if (known) return known
    const promised = { begun: 0, succeeded: 0, rejected: 0 }
    this.promised.set(trace, promised)
    return promised
  }
}

/** Event as read from the feed or from the table of events. */
export interface SeenEvent {
  id: string
  kind: string
  at: string
  incidentId: string | null
  data: Record<string, unknown>
}

/** Makes the trace of an event, which is the key of its write in the ledger. */
export function traceOf({ kind, incidentId, data }: SeenEvent): string {
  const changes = (data.changes ?? {}) as Record<string, [unknown, unknown]>
  switch (kind) {
    case 'incident.created':
      return `${kind} ${String(data.clientRequestId)}`
    case 'incident.changed':
      return `${kind} ${String(changes.name?.[1])}`
    case 'comment.created':
      return `${kind} ${String(data.message)}`
    case 'comment.changed':
      return `${kind} ${String(changes.message?.[1])}`
    case 'comment.deleted':
      return `${kind} ${String(data.commentId)}`
    default:
      return `${kind} ${incidentId}`
  }
}
