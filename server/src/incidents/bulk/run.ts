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
import type { CheckAccess } from '../../identity/guards/authenticate-session.ts'
import type { OrganizationScope } from '../../scope.ts'
import { weightPerConnection } from '../../service.ts'
import { findRange, findTitles, lockIncidents } from './queries.ts'

/** One incident of a bulk change, and the function that changes it in a transaction. */
export interface BulkItem {
  incidentId: Uuid
  change: (inner: OrganizationScope) => Promise<unknown>
}

/** Incidents that are changed in one transaction. */
export interface BulkPiece {
  items: BulkItem[]
  /** Body of the request with which the client changes the remaining incidents; undefined if there are none. */
  rest: BulkChange | BulkUndo | undefined
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

/** Reasons to end a bulk change before its last incident. */
export interface BulkEnd {
  /** Throws a Problem if the session has ended since the bulk change began. */
  checkAccess: CheckAccess
  /** Aborted when the server stops. The bulk change then ends after the current piece. */
  stopping: AbortSignal
  /**
   * Aborted when the client has closed the connection. The current piece is then rolled back: the client would not
   * learn which incidents were changed, so it could not undo the changes.
   */
  disconnected: AbortSignal
  /** Time in milliseconds after which the response ends. The client then has to request the rest of the bulk change. */
  responseMs: number
}

/**
 * Changes many incidents in pieces, each in one transaction. Like a request, a piece waits for a slot of the
 * organization, so that other requests need not wait for the whole bulk change. If a change is rejected, its incident
 * stays unchanged. After `responseMs`, the last message contains the body of the request that continues the bulk
 * change.
 * @throws any error that is not the rejection of a change. Pieces that are already committed stay committed.
 */
export async function* runBulk(scope: OrganizationScope, run: BulkRun): AsyncGenerator<BulkMessage> {
  yield { total: run.total }
  let endsAtMs: number | undefined
  for await (const { items, rest } of run.pieces) {
    if (run.until.stopping.aborted) throw stoppingProblem()
    await run.until.checkAccess()
    // Measure the time from the first piece, because finding the incidents may take longer than `responseMs`.
    endsAtMs ??= performance.now() + run.until.responseMs
    yield { done: items.length, ...(await changePiece(scope, items, run)) }
    if (rest && performance.now() >= endsAtMs) return yield { rest }
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

/** Maximum number of attempts for one piece. A failed attempt changes nothing, because PostgreSQL rolls it back. */
const attemptsMaximum = 5

/** Runs a transaction, and runs it again if it fails because of a deadlock or a lock timeout. */
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
    if (until.disconnected.aborted) throw new Problem('unavailable', { detail: 'The caller has left.', isShed: true })
  }
  return { problems, eventIds: inner.pendingEvents!.map(({ id }) => id) }
}

type Rejection = Pick<LeftIncident, 'code' | 'detail'>

const noLongerMatches = {
  code: 'no_longer_matches',
  detail: 'The incident was deleted, or no longer matches the filters.',
}

/**
 * Makes a change.
 * @returns the problem that rejected the change; undefined if the change succeeded.
 * @throws any error that is not a rejection.
 */
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

/** @throws Problem `too_many_incidents` if a bulk change has more incidents than allowed. */
export function limitTotal(total: number): void {
  if (total <= bulkMaximum) return
  const maximum = bulkMaximum.toLocaleString('en')
  throw new Problem('too_many_incidents', {
    detail: `One change can reach ${maximum} incidents. Use narrower filters.`,
  })
}
