import type { Incident, NewIncident, TocsinClient, Violation } from '../../../../../client/src/client.ts'
import { TocsinProblem } from '../../../../../client/src/error.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { ReferenceNames } from '../../api/reference-names.ts'
import { isRevision } from '../../arguments.ts'
import { composeIncident, explain } from '../compose.ts'
import { toWritten, type Cells } from './columns.ts'
import type { Row } from './read-rows.ts'
import { RequestIds } from './request-ids.ts'

/** Outcome of sending a row. */
export type Outcome =
  | { kind: 'created' | 'alreadyThere' | 'accepted'; incident: Incident }
  | { kind: 'refused'; code: string; detail: string; violations: Violation[]; requestId: string | null }

export interface RowResult {
  row: Row
  clientRequestId: Uuid
  outcome: Outcome
}

export interface SendOptions {
  client: TocsinClient
  /** Number of simultaneous requests. */
  concurrency: number
  /** True for a dry run, which validates the rows without creating incidents. */
  isRehearsal: boolean
  signal: AbortSignal
  /** Called with the result of each row, in no particular order. */
  onRow(result: RowResult): void
}

/**
 * Creates an incident from each row, with up to `concurrency` requests at the same time. The import continues after a
 * refused row, but ends at any other failure.
 * @param open function that starts reading the rows. The signal that it receives aborts the reading.
 * @throws TocsinError when the server cannot be reached or rejects the key; the reason of `signal` when it is aborted.
 */
export async function sendRows(
  open: (signal: AbortSignal) => AsyncGenerator<Row>,
  options: SendOptions,
): Promise<void> {
  const requestIds = new RequestIds()
  const failure = new AbortController()
  const signal = AbortSignal.any([options.signal, failure.signal])
  const sending = { ...options, signal, namesFor: namesByRevision(options.client, signal) }
  const rows = open(signal)
  const sendRemaining = async () => {
    // Several of these loops share one generator. Each loop takes the next row after it has sent a row.
    for (let next = await rows.next(); !next.done; next = await rows.next()) {
      signal.throwIfAborted()
      const row = next.value
      const clientRequestId = requestIds.of(row.cells)
      options.onRow({ row, clientRequestId, outcome: await send(row, clientRequestId, sending) })
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
    await rows.return(undefined)
  }
}

/**
 * Function that returns the `ReferenceNames` for a row. They depend on the configuration revision in the row, because
 * the names of types and categories differ between revisions.
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

async function send(
  row: Row,
  clientRequestId: Uuid,
  { namesFor, ...options }: SendOptions & { namesFor: NamesFor },
): Promise<Outcome> {
  if (row.violation !== undefined) return unreadable(row.violation)
  if (row.surplus.length > 0) return tooLong
  const { incident, remarks } = await composeIncident(namesFor(row.cells), toWritten(row.cells))
  try {
    return await createOrValidate({ ...incident, clientRequestId }, options)
  } catch (error) {
    if (!(error instanceof TocsinProblem) || !isRejection(error)) throw error
    const { code, requestId } = error
    const violations = explain(error, remarks)
    // Take the detail from the first violation, because a remark may have replaced the server's message.
    return { kind: 'refused', code, detail: violations[0]?.message ?? error.message, violations, requestId }
  }
}

async function createOrValidate(incident: NewIncident, { client, signal, isRehearsal }: SendOptions): Promise<Outcome> {
  if (isRehearsal) {
    const validation = await client.incidents.validate(incident, { signal })
    if (!validation.accepted) throw validation.problem
    return { kind: 'accepted', incident: validation.incident }
  }
  let isReplay = false
  const onAnswer = (answer: { isReplay: boolean }) => {
    isReplay = answer.isReplay
  }
  const created = await client.incidents.create(incident, { signal, onAnswer })
  return { kind: isReplay ? 'alreadyThere' : 'created', incident: created }
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
