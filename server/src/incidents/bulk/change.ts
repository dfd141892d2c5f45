import type { BulkChange, BulkMessage } from '@tocsin/contract/console/bulk-change.ts'
import { bulkMaximum } from '@tocsin/contract/limits.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../../scope.ts'
import { changeIncident } from '../change/change.ts'
import { deleteIncident } from '../change/delete.ts'
import type { IncidentListQuery, ResolvedListQuery } from '../list/list-shape.ts'
import { countIncidents } from '../list/count-queries.ts'
import { conditions } from '../list/condition-queries.ts'
import { resolveStates } from '../list/resolve-states.ts'
import { findMatching } from './queries.ts'
import { limitTotal, pieceLength, runBulk, type BulkEnd, type BulkItem, type BulkPiece } from './run.ts'

/** Maximum number of incidents whose ids are read at once. */
const incidentsPerRead = 1_000

/**
 * Makes the same change to all incidents that match a query. If the body lists incidents, changes only the listed
 * incidents that match. Does not change incidents that are created after the start.
 * @returns messages with the progress. The change runs while the caller iterates over them.
 * @throws Problem `too_many_incidents`, before any incident is changed.
 */
export async function changeInBulk(
  scope: OrganizationScope,
  requested: IncidentListQuery,
  body: BulkChange,
  until: BulkEnd,
): Promise<AsyncGenerator<BulkMessage>> {
  const { incidentIds, remaining } = body
  const query = await resolveStates(scope, requested)
  const total = incidentIds?.length ?? remaining?.count ?? (await countIncidents(scope, query, bulkMaximum + 1))
  limitTotal(total)
  const pieces = incidentIds ? givenPieces(body, incidentIds) : matchingPieces(scope, query, { ...body, count: total })
  return runBulk(scope, { total, pieces, matching: conditions(scope, query), until })
}

const itemOf = (incidentId: Uuid, change: BulkChange['change']): BulkItem => ({
  incidentId,
  change: (inner) => (change.deleted ? deleteIncident(inner, incidentId) : changeIncident(inner, incidentId, change)),
})

async function* givenPieces(body: BulkChange, ids: Uuid[]): AsyncGenerator<BulkPiece> {
  for (let start = 0; start < ids.length; start += pieceLength) {
    const end = start + pieceLength
    yield {
      items: ids.slice(start, end).map((id) => itemOf(id, body.change)),
      rest: end < ids.length ? { ...body, incidentIds: ids.slice(end) } : undefined,
    }
  }
}

/**
 * Divides the incidents that match a query into pieces, newest first. Reads the ids of further incidents only after the
 * caller has changed the incidents of all earlier pieces.
 */
async function* matchingPieces(
  scope: OrganizationScope,
  query: ResolvedListQuery,
  { change, remaining, count }: BulkChange & { count: number },
): AsyncGenerator<BulkPiece> {
  let left = count
  let createdBefore = remaining?.createdBefore
  while (left > 0 && !query.matchesNothing) {
    const { found, hasMore } = await findMatching(scope, query, Math.min(incidentsPerRead, left), createdBefore)
    for (let start = 0; start < found.length; start += pieceLength) {
      const piece = found.slice(start, start + pieceLength)
      const { id, createdAt } = piece.at(-1)!
      createdBefore = { createdAt, incidentId: id }
      left -= piece.length
      yield {
        items: piece.map((incident) => itemOf(incident.id, change)),
        rest: left > 0 ? { change, remaining: { createdBefore, count: left } } : undefined,
      }
    }
    if (!hasMore) return
  }
}
