import type { CreateIncident, Instant, ProblemDetails, Uuid } from '../generated/resources.ts'
import type { NewComment } from '../resources/comments.ts'
import type { IncidentValues } from './check-incident.ts'

/** An incident: one that was created through the queue, sent or not, or one that the server has. */
export type IncidentReference = { clientRequestId: Uuid } | { incidentId: Uuid }

interface Entry {
  /** The clientRequestId or Idempotency-Key that it is sent with, every time. */
  id: string
  queuedAt: Instant
  /**
   * `waiting`: to be sent. `parked`: refused by the server; to be edited, retried or dropped. `sent`: created; kept for a
   * while, so that comments and files can still be added by the clientRequestId.
   */
  state: 'waiting' | 'parked' | 'sent'
  /** It was handed to the network at least once: the server may know it already. */
  attempted?: true
  /** Number of failures of the server with this entry. */
  failures?: number
  /** Entries with fewer setbacks go first. A failure that may be the entry's own gives it one more than any other has. */
  setbacks?: number
  /** Reason why the entry is parked. */
  problem?: ParkingProblem
}

/** Reasons that come from this device alone: what is stored is not what was written. */
export type DamageCode = 'entry_damaged' | 'file_damaged' | 'incident_damaged'

/** A problem of the server, or one that was found on this device; that one has an empty `requestId`. */
export type ParkingProblem = Omit<ProblemDetails, 'code'> & { code: ProblemDetails['code'] | DamageCode }

/** Stands for an entry that can no longer be read as it was written. It stays where it is and is never sent. */
export interface DamagedEntry {
  id: string
  problem: ParkingProblem
}

/** Values of the future incident under its revision, defaults applied. */
export type QueuedValues = Omit<IncidentValues, 'occurredAt'> & {
  /** Null: the time of arrival at the server, because the revision has none and does not let one be sent. */
  occurredAt: Instant | null
}

interface Creation extends Entry {
  kind: 'incident'
  /** Body that is sent, with the revision that the incident was made under. */
  body: CreateIncident
  values: QueuedValues
}

interface UnsentCreation extends Creation {
  state: 'waiting' | 'parked'
  sentAt?: undefined
  incidentId?: undefined
}

export interface SentCreation extends Creation {
  state: 'sent'
  sentAt: Instant
  incidentId: Uuid
}

export type CreationEntry = UnsentCreation | SentCreation

export interface CommentEntry extends Entry {
  kind: 'comment'
  incident: IncidentReference
  comment: NewComment
}

export interface FileEntry extends Entry {
  kind: 'file'
  incident: IncidentReference
  fileName: string
  sizeBytes: number
  /** SHA-256 of the bytes, hexadecimal; absent where the platform has no digests. */
  sha256?: string
}

/** comment or file to add to an incident, before it is queued. */
export type Addition = Omit<CommentEntry, keyof Entry> | Omit<FileEntry, keyof Entry>

/** One thing to send, as it is stored: JSON. The bytes of a file are stored beside it. */
export type QueueEntry = CreationEntry | CommentEntry | FileEntry

export type UnsentEntry = Exclude<QueueEntry, SentCreation>

/** The creation that a comment or a file waits for; undefined where the server has the incident already. */
export const awaitedBy = (entry: QueueEntry): Uuid | undefined =>
  entry.kind !== 'incident' && 'clientRequestId' in entry.incident ? entry.incident.clientRequestId : undefined
