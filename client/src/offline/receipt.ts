import type { Uuid, Violation } from '../generated/resources.ts'
import type { CreationEntry, QueuedValues } from './entry.ts'

/** It breaks a rule, and was not queued. */
export interface Refused {
  isQueued: false
  violations: Violation[]
}

/** It is stored and will be sent. */
export interface Queued {
  isQueued: true
  /** Names it in `retry`, `drop` and the events. */
  id: string
}

/** The receipt of a creation; to be given to `comment` and `attach`. */
export interface QueuedIncident extends Queued {
  clientRequestId: Uuid
  /** The revision that it was checked against and will be created under. */
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
