import type { Uuid, Violation } from '../generated/resources.ts'
import type { CreationEntry, QueuedValues } from './entry.ts'

/** Result for content that violates a rule and was not queued. */
export interface Refused {
  isQueued: false
  violations: Violation[]
}

/** Result for a creation, comment, file or change that is now an entry of the queue. The next flush sends the entry. */
export interface Queued {
  isQueued: true
  /** Id of the entry, to pass to `retry` or `drop`, and to recognize the entry in events. */
  id: string
}

/** Receipt of a queued creation. Pass the receipt to `comment`, `attach` and `update`. */
export interface QueuedIncident extends Queued {
  clientRequestId: Uuid
  /** Configuration revision that the incident was checked against and will be created under. */
  configVersion: number
  values: QueuedValues
}

export const receiptOf = ({ id, body, values }: CreationEntry): QueuedIncident => ({
  isQueued: true,
  id,
  clientRequestId: id,
  configVersion: body.configVersion!,
  values,
})
