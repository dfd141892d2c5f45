import type {
  BulkChange,
  BulkMessage,
  BulkProgress,
  BulkUndo,
  LeftIncident,
} from '@tocsin/contract/console/bulk-change.ts'
import { bulkMaximum } from '@tocsin/contract/limits.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { RawBuilder } from 'kysely'
import { isDeadlock, isLockTimeout } from '../../database/sql-state.ts'
import { stoppingProblem } from '../../http/operations/drain.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { weightPerConnection } from '../../service.ts'
import { findRange, findTitles, lockIncidents } from './queries.ts'

/** Change of one incident within the transaction of its piece. */
export interface BulkItem {
  incidentId: Uuid
  change: (inner: OrganizationScope) => Promise<unknown>
}

/** Incidents that are changed in one transaction. */
export interface BulkPiece {
  items: BulkItem[]
  /** Returns the body of the request that continues after this piece; undefined after the last piece. */
  rest: () => BulkChange | BulkUndo | undefined
}

/** Number of incidents that are changed and committed together. They stay locked for a few dozen milliseconds. */
export const pieceLength = 25

interface BulkRun {
  total: number
  pieces: AsyncIterable<BulkPiece>
  /** SQL conditions that each incident must satisfy when it is changed. */
  matching: RawBuilder<unknown>[]
  until: BulkEnd
}

/** Reasons to end a run early. */
export interface BulkEnd {
  /** Returns false if the session has ended since the run began. */
  isSignedIn: () => Promise<boolean>
  /** Aborted when the server stops. The run then ends after the current piece. */
  stopping: AbortSignal
  /**
   * Aborted when the client has left. The current piece is then rolled back, because the client does not learn of it
   * and could not undo it.
   */
  left: AbortSignal
  /** Time in milliseconds after which the response ends, and the client has to ask for the rest. */
  responseMs: number
}

/**
 * Changes many incidents, one piece after another. Each piece is a transaction and waits for a slot of its organization
 * like a request, so that neither the organization nor others wait for the whole run. An incident that cannot be changed
 * is left as it is. After `responseMs`, the last message is the request for the rest.
 * @throws any error that is not the rejection of a change. The pieces until then stay stored.
 */
export async function* runBulk(scope: OrganizationScope, run: BulkRun): AsyncGenerator<BulkMessage> {
  yield { total: run.total }
  let endsAtMs: number | undefined
  for await (const { items, rest } of run.pieces) {
    if (run.until.stopping.aborted) throw stoppingProblem()
    if (!(await run.until.isSignedIn())) throw new Problem('not_signed_in')
    // Count from the first piece, because finding the incidents may take longer than `responseMs`.
    endsAtMs ??= performance.now() + run.until.responseMs
    yield { done: items.length, ...(await changePiece(scope, items, run)) }
    const following = performance.now() >= endsAtMs ? rest() : undefined
    if (following) return yield { rest: following }
  }
  yield { outcome: 'finished' }
}

type PieceOutcome = Omit<BulkProgress, 'done'>

async function changePiece(scope: OrganizationScope, piece: BulkItem[], run: BulkRun): Promise<PieceOutcome> {
  const release = await scope.service.requestSlots.acquire(scope.organizationId, weightPerConnection)
  try {
    return await commitPiece(scope, piece, run)
  } finally {
    release()
  }
}

async function commitPiece(scope: OrganizationScope, piece: BulkItem[], run: BulkRun): Promise<PieceOutcome> {
  const { problems, eventIds } = await repeatAfterDeadlock(() =>
    scope.transaction((inner) => changeAll(inner, piece, run)),
  )
  return {
    changed: eventIds.length,
    left: problems.size > 0 ? await describeLeft(scope, problems) : [],
    events: eventIds.length > 0 ? await findRange(scope, eventIds) : null,
  }
}

/** Maximum number of attempts for one piece. PostgreSQL has rolled back each failed attempt. */
const attemptsMaximum = 5

/** Runs a transaction again if PostgreSQL aborts it because of the locks of other transactions. */
async function repeatAfterDeadlock<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction()
    } catch (error) {
      if (attempt === attemptsMaximum || !(isDeadlock(error) || isLockTimeout(error))) throw error
    }
  }
}

async function changeAll(inner: OrganizationScope, piece: BulkItem[], { matching, until }: BulkRun) {
  const ids = piece.map(({ incidentId }) => incidentId)
  const locked = await lockIncidents(inner, ids, matching)
  const problems = new Map<Uuid, Rejection>()
  for (const { incidentId, change } of piece) {
    const problem = locked.has(incidentId) ? await rejectionOf(() => change(inner)) : noLongerMatches
    if (problem) problems.set(incidentId, problem)
    if (until.left.aborted) throw new Problem('unavailable', { detail: 'The caller has left.', isShed: true })
  }
  return { problems, eventIds: inner.pendingEvents!.map(({ id }) => id) }
}

type Rejection = Pick<LeftIncident, 'code' | 'detail'>

const noLongerMatches = {
  code: 'no_longer_matches',
  detail: 'The incident was deleted, or no longer matches the filters.',
}

/** Returns the problem with a change; undefined if the change succeeds. @throws any error that is not a rejection. */
async function rejectionOf(change: () => Promise<unknown>): Promise<Rejection | undefined> {
  try {
    await change()
    return undefined
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    return { code: error.code, detail: error.message }
  }
}

async function describeLeft(scope: OrganizationScope, problems: Map<Uuid, Rejection>): Promise<LeftIncident[]> {
  const found = await findTitles(scope, [...problems.keys()])
  const titles = new Map(found.map(({ id, number, name }) => [id, { number, name }]))
  return [...problems].map(([incidentId, problem]) => ({
    incidentId,
    ...(titles.get(incidentId) ?? { number: null, name: null }),
    ...problem,
  }))
}

/** @throws Problem `too_many_incidents` if a run would change more incidents than allowed. */
export function limitTotal(total: number): void {
  if (total <= bulkMaximum) return
  const maximum = bulkMaximum.toLocaleString('en')
  throw new Problem('too_many_incidents', {
    detail: `One change can reach ${maximum} incidents. Use narrower filters.`,
  })
}
