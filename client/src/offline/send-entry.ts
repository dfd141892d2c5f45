import type { TocsinClient } from '../client.ts'
import { TocsinNetworkError, TocsinProblem, TocsinTimeoutError, type TocsinError } from '../error.ts'
import type { Uuid } from '../generated/resources.ts'
import type { QueueStore } from '../stores/store.ts'
import { isPassing } from '../transport/retry.ts'
import type { CallOptions } from '../transport/transport.ts'
import { sha256Of } from './digest.ts'
import type { FileEntry, ParkingProblem, QueueEntry, UnsentEntry } from './entry.ts'
import type { SentEntry } from './events.ts'

// After this many server failures with one entry, the others no longer wait for it.
const failuresMaximum = 5

/**
 * Sends one entry with its key.
 * @param incidentId of the incident that a comment or a file belongs to; a creation belongs to none.
 * @throws TocsinError, DamagedFile.
 */
export async function sendEntry(
  client: TocsinClient,
  store: QueueStore,
  entry: UnsentEntry,
  incidentId: Uuid | undefined,
  options: CallOptions,
): Promise<SentEntry> {
  if (entry.kind === 'incident') return { entry, incident: await client.incidents.create(entry.body, options) }
  if (incidentId === undefined) throw new Error(`the ${entry.kind} ${entry.id} has no Incident yet`)
  const keyed = { ...options, idempotencyKey: entry.id }
  if (entry.kind === 'comment') {
    return { entry, comment: await client.comments.create(incidentId, entry.comment, keyed) }
  }
  const bytes = await readIntact(store, entry)
  const { fileName } = entry
  return { entry, media: await client.incidents.media.attach(incidentId, bytes, { ...keyed, fileName }) }
}

/** @throws DamagedFile for bytes that are not those that were attached. */
async function readIntact(store: QueueStore, { id, sizeBytes, sha256 }: FileEntry): Promise<Uint8Array> {
  const bytes = await store.readFile(id)
  if (bytes?.length !== sizeBytes) throw new DamagedFile(lostFile)
  const found = sha256 === undefined ? undefined : await sha256Of(bytes)
  // Where no digest can be made, the size has to do.
  if (found !== undefined && found !== sha256) throw new DamagedFile(damagedFile)
  return bytes
}

/** The bytes of a file can no longer be read as they were attached. */
class DamagedFile extends Error {
  readonly problem: ParkingProblem

  constructor(problem: ParkingProblem) {
    super(problem.detail)
    this.problem = problem
  }
}

/**
 * Decides whether the server has rejected an entry for good.
 * @returns the problem to park it with; undefined when it may be sent later as it is.
 */
export function parkingProblemOf(error: unknown, entry: QueueEntry): ParkingProblem | undefined {
  if (error instanceof DamagedFile) return error.problem
  // A proxy before the server rejects bodies of this size.
  if (error instanceof TocsinNetworkError && error.status === 413) {
    return localProblem('file_too_large', 400, 'A server on the way refuses bodies of this size.')
  }
  if (!(error instanceof TocsinProblem)) return undefined
  const { status, details } = error
  if (status === 500) return failuresOf(entry) + 1 >= failuresMaximum ? details : undefined
  // These problems come from the address or the key, not from the entry.
  const isMisdirected = ['route_not_found', 'method_not_allowed'].includes(details.code)
  return isPassing(error) || isMisdirected || status === 401 ? undefined : details
}

/**
 * Counts a failure that may be the entry's own fault.
 * @param entries all that are stored.
 * @returns the entry as it is to be stored; undefined after any other failure.
 */
export function countFailure(
  error: TocsinError,
  entry: UnsentEntry,
  entries: readonly QueueEntry[],
): UnsentEntry | undefined {
  if (error instanceof TocsinProblem) {
    return error.status === 500 ? { ...entry, failures: failuresOf(entry) + 1 } : undefined
  }
  // What cuts the connection of one file each time may let the next one through; files need not be sent in order.
  const mayBeOwn = entry.kind === 'file' || isTooSlow(error) || !isPassing(error)
  if (!mayBeOwn) return undefined
  // Behind all others: those may have setbacks only because there was no network for long.
  const most = entries.reduce((highest, { setbacks = 0 }) => Math.max(highest, setbacks), 0)
  return { ...entry, setbacks: most + 1 }
}

/** Nobody waited long enough, neither here nor on the way. */
const isTooSlow = (error: TocsinError): boolean =>
  error instanceof TocsinTimeoutError || (error instanceof TocsinNetworkError && error.status === 408)

const failuresOf = ({ failures = 0 }: QueueEntry): number => failures

/** Tells problems that the server answers only after it has not found the key. */
export const provesNotStored = (problem: ParkingProblem | undefined): boolean =>
  // What was made on this device has no requestId.
  !!problem?.requestId && codesOfUnknownKeys.includes(problem.code)

// Any other fault may be found before the key is looked up: an earlier attempt may still have been stored.
const codesOfUnknownKeys: ParkingProblem['code'][] = [
  'invalid_incident',
  'configuration_revision_too_old',
  'reference_not_found',
  'incident_not_found',
]

/** A problem that does not come from an answer of the server. */
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
