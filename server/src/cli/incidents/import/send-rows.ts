import type { NewIncident, TocsinClient, Violation } from '../../../../../client/src/client.ts'
import { TocsinError, TocsinProblem } from '../../../../../client/src/error.ts'
import type { ItemResult } from '../../../../../client/src/resources/batch.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { ReferenceNames } from '../../api/reference-names.ts'
import { isRevision } from '../../arguments.ts'
import { composeIncident, explain, type Composed, type Remarks } from '../compose.ts'
import { toBatches } from './batches.ts'
import { toWritten, type Cells } from './columns.ts'
import type { Row } from './read-rows.ts'
import { RequestIds } from './request-ids.ts'

type Acceptance = 'created' | 'alreadyThere' | 'accepted'

export type Outcome =
  | { kind: Acceptance }
  | { kind: 'refused'; code: string; detail: string; violations: Violation[]; requestId: string | null }

export interface RowResult {
  row: Row
  clientRequestId: Uuid
  outcome: Outcome
}

export interface SendOptions {
  client: TocsinClient
  /** Number of simultaneous requests, each with a batch of rows. */
  concurrency: number
  /** True for a dry run, which validates the rows without creating incidents. */
  isRehearsal: boolean
  signal: AbortSignal
  /** Called with the result of each row, in no particular order. */
  onRow(result: RowResult): void
}

/**
 * Limits of one request. More than 50 rows would save little time, because the work for the rows then outweighs the
 * work for the request. A character takes up to 6 bytes of JSON, so a body stays below 1 MiB, the limit of many
 * gateways.
 */
const batchLimits = { rows: 50, characters: 128 * 1024 }
/** Limits of a request in a dry run. The API validates one incident at a time. */
const rehearsalLimits = { ...batchLimits, rows: 1 }

/**
 * Creates an incident from each row, with up to `concurrency` requests at the same time. The import continues after a
 * refused row, but ends at any other failure.
 * @param open starts reading the rows. Its signal aborts the reading.
 * @throws TocsinError when the server cannot be reached or rejects the key; the reason of `signal` when it is aborted.
 */
export async function sendRows(
  open: (signal: AbortSignal) => AsyncGenerator<Row[]>,
  options: SendOptions,
): Promise<void> {
  const failure = new AbortController()
  const signal = AbortSignal.any([options.signal, failure.signal])
  const sending = {
    ...options,
    signal,
    requestIds: new RequestIds(),
    namesFor: namesByRevision(options.client, signal),
  }
  const batches = toBatches(open(signal), options.concurrency, options.isRehearsal ? rehearsalLimits : batchLimits)
  const sendRemaining = async () => {
    // Several of these loops run at the same time and share the generator `batches`. Each loop sends one batch, then
    // takes the next.
    for (let next = await batches.next(); !next.done; next = await batches.next()) {
      signal.throwIfAborted()
      await sendBatch(next.value, sending)
    }
  }
  try {
    await Promise.all(
      Array.from({ length: options.concurrency }, () =>
        sendRemaining().catch((error: unknown) => {
          failure.abort(error)
          throw error
        }),
      ),
    )
  } finally {
    await batches.return(undefined)
  }
}

/**
 * Returns the `ReferenceNames` for a row. They depend on the row's configuration revision, because the names of types
 * and categories differ between revisions.
 */
type NamesFor = (cells: Cells) => ReferenceNames

function namesByRevision(client: TocsinClient, signal: AbortSignal): NamesFor {
  const known = new Map<number | undefined, ReferenceNames>()
  return ({ configVersion }) => {
    // Use the current revision for a row with a malformed revision, because the server rejects this row anyway.
    const revision = configVersion !== undefined && isRevision(configVersion) ? Number(configVersion) : undefined
    const names = known.get(revision) ?? new ReferenceNames(client, { revision, signal })
    known.set(revision, names)
    return names
  }
}

interface Sending extends SendOptions {
  requestIds: RequestIds
  namesFor: NamesFor
}

/** Sends the rows of a batch with one request, except the rows that cannot be sent. Passes each result to `onRow`. */
async function sendBatch(rows: Row[], { requestIds, namesFor, ...options }: Sending): Promise<void> {
  const sent: (Composed & Omit<RowResult, 'outcome'>)[] = []
  for (const row of rows) {
    const clientRequestId = requestIds.of(row.cells)
    const outcome = unsendable(row)
    if (outcome) options.onRow({ row, clientRequestId, outcome })
    else sent.push({ row, clientRequestId, ...(await composeIncident(namesFor(row.cells), toWritten(row.cells))) })
  }
  for (let rest = sent; rest.length > 0;) {
    const { responses, failure } = await createOrValidate(
      rest.map(({ incident, clientRequestId }) => ({ ...incident, clientRequestId })),
      options,
    )
    for (const [index, response] of responses.entries()) {
      const { row, clientRequestId, remarks } = rest[index]!
      options.onRow({ row, clientRequestId, outcome: outcomeOf(response, remarks) })
    }
    if (failure) throw failure
    rest = rest.slice(responses.length)
  }
}

/** Returns the outcome of a row that cannot be sent; undefined for any other row. */
function unsendable({ violation, surplus }: Row): Outcome | undefined {
  if (violation !== undefined) return unreadable(violation)
  return surplus.length > 0 ? tooLong : undefined
}

interface BatchOutcome {
  /** Acceptance or problem of each incident that was sent, in order. */
  responses: (Acceptance | TocsinProblem)[]
  /** Error that stopped the sending. The remaining incidents were not sent. */
  failure?: TocsinError
}

/** Creates incidents, or validates the one incident of a dry run. Stops after an incident that is too large. */
async function createOrValidate(
  incidents: NewIncident[],
  { client, signal, isRehearsal }: SendOptions,
): Promise<BatchOutcome> {
  try {
    if (isRehearsal) {
      const validation = await client.incidents.validate(incidents[0]!, { signal })
      return { responses: [validation.accepted ? 'accepted' : validation.problem] }
    }
    const items = incidents.map((create) => ({ create }))
    const { results } = await client.incidents.batch(items, { signal })
    return { responses: results.map(responseOf) }
  } catch (error) {
    if (!(error instanceof TocsinError)) throw error
    const responses = (error.batch?.results ?? []).map(responseOf)
    // The SDK divides a request that is too large. So if a request is still too large, it has a single incident.
    const isOfIncident = error instanceof TocsinProblem && (incidents.length === 1 || error.code === 'body_too_large')
    return isOfIncident ? { responses: [...responses, error] } : { responses, failure: error }
  }
}

const responseOf = (result: ItemResult): Acceptance | TocsinProblem =>
  result.problem ?? (result.isReplay ? 'alreadyThere' : 'created')

/**
 * Converts the server's response for a row into the outcome of the row.
 * @throws a problem that is not about the row, for example a rejected API key.
 */
function outcomeOf(response: Acceptance | TocsinProblem, remarks: Remarks): Outcome {
  if (!(response instanceof TocsinProblem)) return { kind: response }
  if (!isRejection(response)) throw response
  const { code, requestId } = response
  const violations = explain(response, remarks)
  // Use the message of the first violation as the detail, because `explain` may have improved the server's message.
  return { kind: 'refused', code, detail: violations[0]?.message ?? response.message, violations, requestId }
}

/** Returns true for a problem that is about the row, not about the URL or the API key. */
const isRejection = ({ status, code }: TocsinProblem): boolean => status === 400 || code === 'reference_not_found'

const unreadable = (detail: string): Outcome => ({
  kind: 'refused',
  code: 'unreadable_quotes',
  detail,
  violations: [],
  requestId: null,
})

const tooLong: Outcome = {
  kind: 'refused',
  code: 'too_many_cells',
  detail: 'The row has a cell in a place that has no title in the first line.',
  violations: [],
  requestId: null,
}
