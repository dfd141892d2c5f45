import type { CreateIncident, Instant, PatchIncident, ProblemDetails, Uuid } from '../generated/resources.ts'
import type { NewComment } from '../resources/comments.ts'
import type { IncidentValues } from './rules/check-incident.ts'

/**
 * Reference to an incident. The clientRequestId refers to an incident that was created in this queue, sent or not. The
 * id refers to an incident that the server has.
 */
export type IncidentReference = { clientRequestId: Uuid } | { incidentId: Uuid }

interface Entry {
  /** The clientRequestId or Idempotency-Key of the entry, the same in every attempt to send it. */
  id: string
  queuedAt: Instant
  /**
   * `waiting`: the next flush sends the entry. `parked`: the entry was rejected; it can be edited, retried or dropped.
   * `sent`: the server created the incident; the entry stays for a while, so that other entries can refer to it.
   */
  state: 'waiting' | 'parked' | 'sent'
  /**
   * Absent until the queue has begun to send the entry. True from then on, because the server may have received the
   * entry.
   */
  attempted?: true
  /** Number of flushes in which the server answered this entry with status 500. */
  failures?: number
  /**
   * Rank of the entry: entries with fewer setbacks are sent first, and an absent value is 0. A failure that the entry
   * itself may have caused puts the entry behind all others.
   */
  setbacks?: number
  /** Problem for which the entry is parked; absent for other entries. */
  problem?: ParkingProblem
}

/** Codes of problems that the queue itself finds when the store returns other data than the queue wrote. */
export type DamageCode = 'entry_damaged' | 'file_damaged' | 'incident_damaged'

/**
 * Problem for which an entry is parked. `requestId` is empty if the queue itself, not the server, found the problem.
 */
export type ParkingProblem = Omit<ProblemDetails, 'code'> & { code: ProblemDetails['code'] | DamageCode }

/** Describes an entry whose stored data is damaged. The data stays in the store and is never sent. */
export interface DamagedEntry {
  id: string
  problem: ParkingProblem
}

/** Values that the incident will have under its configuration revision, with defaults applied. */
export type QueuedValues = Omit<IncidentValues, 'occurredAt'> & {
  /**
   * Null if the time is not known yet: the revision accepts no time in the body and has no fixed default, so the server
   * stores the time of arrival.
   */
  occurredAt: Instant | null
}

interface Creation extends Entry {
  kind: 'incident'
  /** Request body of the creation. Its `configVersion` is the revision that the creation was checked against. */
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
  /** SHA-256 of the bytes in hexadecimal digits; absent if the platform cannot compute digests. */
  sha256?: string
}

export interface ChangeEntry extends Entry {
  kind: 'change'
  incident: IncidentReference
  patch: PatchIncident
  /** Version of the incident on which the change is based. Absent: the change applies to any version. */
  ifMatch?: number
  /**
   * Version since which only this queue has changed the incident, up to `ifMatch`, apart from its files. Absent until
   * the queue has raised `ifMatch`.
   */
  ownSince?: number
  /**
   * True after a retry with another `ifMatch`, if the server may have stored the change before. The version in the
   * response may then come from other users.
   */
  rebased?: true
}

/** A comment, file or change that is not an entry of the queue yet. */
export type Addition = Omit<CommentEntry, keyof Entry> | Omit<FileEntry, keyof Entry> | Omit<ChangeEntry, keyof Entry>

/** An entry of the queue, stored as JSON. The bytes of a file are stored separately. */
export type QueueEntry = CreationEntry | CommentEntry | FileEntry | ChangeEntry

export type UnsentEntry = Exclude<QueueEntry, SentCreation>

/**
 * Returns the clientRequestId of the creation that an entry refers to; undefined for a creation, and for an entry that
 * refers to the id of an incident.
 */
export const awaitedBy = (entry: QueueEntry): Uuid | undefined =>
  entry.kind !== 'incident' && 'clientRequestId' in entry.incident ? entry.incident.clientRequestId : undefined
