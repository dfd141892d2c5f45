import type { Incident, NewIncident, TocsinClient, Violation } from '../../../../../client/src/client.ts'
import { TocsinProblem } from '../../../../../client/src/error.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { ReferenceNames } from '../../api/reference-names.ts'
import { isRevision } from '../../arguments.ts'
import { composeIncident, explain } from '../compose.ts'
import { toWritten, type Cells } from './columns.ts'
import type { Row } from './read-rows.ts'
import { RequestIds } from './request-ids.ts'

/** What became of a row. */
export type Outcome =
  | { kind: 'created' | 'alreadyThere' | 'accepted'; incident: Incident }
  | { kind: 'refused'; code: string; detail: string; violations: Violation[]; requestId: string | null }

export interface JudgedRow {
  row: Row
  clientRequestId: Uuid
  outcome: Outcome
}

export interface SendOptions {
  client: TocsinClient
  /** Requests under way at a time. */
  concurrency: number
  /** Only find out what would become of the rows. */
  isRehearsal: boolean
  signal: AbortSignal
  /** Hears of each row, in no order. */
  onRow(judged: JudgedRow): void
}

/**
 * Creates an incident of each row, many at a time. A row that is refused keeps no other from being created; whatever else
 * fails ends it all.
 * @param open makes the rows; its signal ends the reading of them.
 * @throws TocsinError when the service cannot be reached or refuses the key; the reason of `signal`.
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
  const sendInTurn = async () => {
    // Each takes the next row when it is done with one: a generator answers in the order in which it is asked.
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
        sendInTurn().catch((error: unknown) => {
          failure.abort(error)
          throw error
        }),
      ),
    )
  } finally {
    await rows.return(undefined)
  }
}

/** Types and categories are called what the revision calls them that a row names. */
type NamesFor = (cells: Cells) => ReferenceNames

function namesByRevision(client: TocsinClient, signal: AbortSignal): NamesFor {
  const known = new Map<number | undefined, ReferenceNames>()
  return ({ configVersion }) => {
    // One that cannot be a revision is refused, whatever the names.
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
  if (row.fault !== undefined) return unreadable(row.fault)
  if (row.surplus.length > 0) return tooLong
  const { incident, remarks } = await composeIncident(namesFor(row.cells), toWritten(row.cells))
  try {
    return await judge({ ...incident, clientRequestId }, options)
  } catch (error) {
    if (!(error instanceof TocsinProblem) || !isRefusal(error)) throw error
    const { code, requestId } = error
    const violations = explain(error, remarks)
    // As the server's is: the first of the violations, in our words where there is a remark.
    return { kind: 'refused', code, detail: violations[0]?.message ?? error.message, violations, requestId }
  }
}

async function judge(incident: NewIncident, { client, signal, isRehearsal }: SendOptions): Promise<Outcome> {
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

/** It is the row that is wrong, not the address or the key. */
const isRefusal = ({ status, code }: TocsinProblem): boolean => status === 400 || code === 'reference_not_found'

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
