import type { BulkChange, BulkMessage } from '@tocsin/contract/console/bulk-change.ts'
import { bulkMaximum } from '@tocsin/contract/limits.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { Cursor } from '../../database/paging/keyset.ts'
import type { OrganizationScope } from '../../scope.ts'
import { changeIncident } from '../change/change.ts'
import { deleteIncident } from '../change/delete.ts'
import type { IncidentListQuery, ResolvedListQuery } from '../list/list-shape.ts'
import { countIncidents } from '../list/count-queries.ts'
import { conditions } from '../list/condition-queries.ts'
import { resolveStates } from '../list/resolve-states.ts'
import { findMatching } from './queries.ts'
import { limitTotal, pieceLength, runBulk, type BulkEnd, type BulkItem } from './run.ts'

/** Maximum number of ids that are read at once. */
const idsPerRead = 1_000

/**
 * Makes the same change to the given incidents that match a query, or to all that match. Incidents created since the
 * start are not changed.
 * @returns the progress of the change, which runs while the messages are read.
 * @throws Problem `too_many_incidents`, before anything is changed.
 */
export async function changeInBulk(
  scope: OrganizationScope,
  requested: IncidentListQuery,
  { change, incidentIds }: BulkChange,
  until: BulkEnd,
): Promise<AsyncGenerator<BulkMessage>> {
  const query = await resolveStates(scope, requested)
  const total = incidentIds?.length ?? (await countIncidents(scope, query, bulkMaximum + 1))
  limitTotal(total)
  const itemOf = (incidentId: Uuid): BulkItem => ({
    incidentId,
    change: (inner) => (change.deleted ? deleteIncident(inner, incidentId) : changeIncident(inner, incidentId, change)),
  })
  const ids = incidentIds ? asPages(incidentIds) : matchingPages(scope, query, total)
  return runBulk(scope, { total, pieces: inPieces(ids, itemOf), matching: conditions(scope, query), until })
}

async function* asPages(ids: Uuid[]): AsyncGenerator<Uuid[]> {
  yield ids
}

/** Reads the ids of the matching incidents, newest first. The next ids are read once all before have been changed. */
async function* matchingPages(
  scope: OrganizationScope,
  query: ResolvedListQuery,
  maximum: number,
): AsyncGenerator<Uuid[]> {
  let remaining = maximum
  let after: Cursor | undefined
  while (remaining > 0 && !query.matchesNothing) {
    const { ids, next } = await findMatching(scope, query, Math.min(idsPerRead, remaining), after)
    yield ids
    if (!next) return
    after = next
    remaining -= ids.length
  }
}

async function* inPieces(pages: AsyncIterable<Uuid[]>, itemOf: (id: Uuid) => BulkItem): AsyncGenerator<BulkItem[]> {
  for await (const ids of pages) {
    for (let start = 0; start < ids.length; start += pieceLength) {
      yield ids.slice(start, start + pieceLength).map(itemOf)
    }
  }
}
