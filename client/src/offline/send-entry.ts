import type { TocsinClient } from '../client.ts'
import { TocsinNetworkError, TocsinProblem, TocsinTimeoutError, type TocsinError } from '../error.ts'
import type { Uuid } from '../generated/resources.ts'
import type { QueueStore } from '../stores/store.ts'
import { isPassing } from '../transport/retry.ts'
import type { CallOptions } from '../transport/transport.ts'
import { sha256Of } from './digest.ts'
import type { FileEntry, ParkingProblem, QueueEntry, UnsentEntry } from './entry.ts'
import type { SentEntry } from './events.ts'

// An entry is parked after status 500 in this number of flushes.
const failuresMaximum = 5

/**
 * Sends one entry under its idempotency key.
 * @param incidentId id of the incident that the entry belongs to; undefined for a creation.
 * @throws TocsinError if the request fails; DamagedFile if the bytes of a file are missing or altered.
 */
export async function sendEntry(
  client: TocsinClient,
  store: Pick<QueueStore, 'readFile'>,
  entry: UnsentEntry,
  incidentId: Uuid | undefined,
  options: CallOptions,
): Promise<SentEntry> {
  if (entry.kind === 'incident') return { entry, incident: await client.incidents.create(entry.body, options) }
  if (incidentId === undefined) throw new Error(`the ${entry.kind} ${entry.id} has no incident yet`)
  const keyed = { ...options, idempotencyKey: entry.id }
  if (entry.kind === 'comment') {
    return { entry, comment: await client.comments.create(incidentId, entry.comment, keyed) }
  }
  if (entry.kind === 'change') {
    const ifMatch = entry.ifMatch === undefined ? {} : { ifMatch: entry.ifMatch }
    return { entry, incident: await client.incidents.update(incidentId, entry.patch, { ...keyed, ...ifMatch }) }
  }
  const bytes = await readIntact(store, entry)
  const { fileName } = entry
  return { entry, media: await client.incidents.media.attach(incidentId, bytes, { ...keyed, fileName }) }
}

/** Reads the bytes of a file. @throws DamagedFile if bytes are missing or altered. */
async function readIntact(
  store: Pick<QueueStore, 'readFile'>,
  { id, sizeBytes, sha256 }: FileEntry,
): Promise<Uint8Array> {
  const bytes = await store.readFile(id)
  if (bytes?.length !== sizeBytes) throw new DamagedFile(lostFile)
  const found = sha256 === undefined ? undefined : await sha256Of(bytes)
  // Compare only the size if the entry has no digest or this device cannot compute one.
  if (found !== undefined && found !== sha256) throw new DamagedFile(damagedFile)
  return bytes
}

/** Error for a file whose stored bytes are missing or altered. */
class DamagedFile extends Error {
  readonly problem: ParkingProblem

  constructor(problem: ParkingProblem) {
    super(problem.detail)
    this.problem = problem
  }
}

/**
 * Decides whether a failed entry is parked.
 * @returns the problem to park the entry with; undefined if a later flush may send it unchanged.
 */
export function parkingProblemOf(error: unknown, entry: QueueEntry): ParkingProblem | undefined {
  if (error instanceof DamagedFile) return error.problem
  // A 413 response without a problem document comes from a proxy. Only files are large: a proxy that answers 413 to
  // another entry rejects everything, probably only for a time.
  if (entry.kind === 'file' && error instanceof TocsinNetworkError && error.status === 413) {
    return localProblem('file_too_large', 400, 'A server on the way rejects files of this size.')
  }
  if (!(error instanceof TocsinProblem)) return undefined
  const { status, details } = error
  if (status === 500) return failuresOf(entry) + 1 >= failuresMaximum ? details : undefined
  // Do not park an entry because of a wrong base URL (`route_not_found`, `method_not_allowed`) or API key (401).
  const isMisdirected = ['route_not_found', 'method_not_allowed'].includes(details.code)
  return isPassing(error) || isMisdirected || status === 401 ? undefined : details
}

/**
 * Counts a failure that the entry itself may have caused.
 * @param entries all entries in the store.
 * @returns the entry with the new count, to be stored; undefined if the failure does not count.
 */
export function countFailure(
  error: TocsinError,
  entry: UnsentEntry,
  entries: readonly QueueEntry[],
): UnsentEntry | undefined {
  if (error instanceof TocsinProblem && error.status === 500) return { ...entry, failures: failuresOf(entry) + 1 }
  // Count every failed attempt to send a file, even if only the network or the file storage failed: a smaller file may
  // still succeed, and files need not be sent in order.
  const mayBeOwn = entry.kind === 'file' || isTooSlow(error) || isBlockedByNetwork(error)
  if (!mayBeOwn) return undefined
  // Put the entry behind all other entries, even those with more setbacks: their setbacks may come only from a long
  // time without a network.
  const most = entries.reduce((highest, { setbacks = 0 }) => Math.max(highest, setbacks), 0)
  return { ...entry, setbacks: most + 1 }
}

/** Returns true if a firewall or proxy rejected the request itself, for example with a 403. */
export const isBlockedByNetwork = (error: TocsinError): boolean =>
  error instanceof TocsinNetworkError && !isPassing(error)

/** Returns true if an attempt took too long: the client reached its timeout, or a proxy answered 408. */
const isTooSlow = (error: TocsinError): boolean =>
  error instanceof TocsinTimeoutError || (error instanceof TocsinNetworkError && error.status === 408)

const failuresOf = ({ failures = 0 }: QueueEntry): number => failures

/**
 * Returns true if a problem proves that the server has stored nothing under the idempotency key of the entry. The
 * server answers with these problems only after it has found no earlier request with the key.
 */
export const provesNotStored = (problem: ParkingProblem | undefined): boolean =>
  // A problem that was found on this device has no requestId.
  !!problem?.requestId && codesOfUnknownKeys.includes(problem.code)

// Codes of problems that the server finds only after it has looked up the idempotency key and found nothing. After a
// problem with another code, an earlier attempt may have been stored.
const codesOfUnknownKeys: ParkingProblem['code'][] = [
  'invalid_incident',
  'configuration_revision_too_old',
  'reference_not_found',
  'incident_not_found',
  'incident_changed',
  'transition_not_allowed',
  'too_many_incident_files',
]

/** Makes a problem that was found on this device and does not come from the server. */
export const localProblem = (code: ParkingProblem['code'], status: number, detail: string): ParkingProblem => ({
  type: `urn:tocsin:problem:${code}`,
  title: detail,
  status,
  detail,
  code,
  requestId: '',
  errors: [],
})

const damagedFile = localProblem('file_damaged', 400, 'The bytes of the file are not those that were attached.')
const lostFile = localProblem('file_missing', 400, 'The bytes of the file are no longer on this device.')

/** Problem of an entry whose incident was dropped before it was sent. */
export const incidentDropped = localProblem('incident_not_found', 404, 'The incident that it belongs to was dropped.')

/** Makes the problem of a change that is parked because an earlier change of the same incident is in conflict. */
export const behindConflict = ({ currentVersion, changedFields }: ParkingProblem): ParkingProblem => ({
  ...localProblem('incident_changed', 412, 'An earlier change of the same incident is in conflict.'),
  ...(currentVersion !== undefined && { currentVersion }),
  ...(changedFields && { changedFields }),
})
