import type { PatchIncident } from '@tocsin/contract/api/incident-change.ts'
import type { BulkMessage, BulkUndo, EventRange } from '@tocsin/contract/console/bulk-change.ts'
import type { OrganizationScope } from '../../scope.ts'
import { changeIncident } from '../change/change.ts'
import { restoreIncident } from '../change/restore.ts'
import { findOwnEvents, type OwnEvent } from './queries.ts'
import { limitTotal, pieceLength, runBulk, type BulkEnd, type BulkItem, type BulkPiece } from './run.ts'

/**
 * Undoes the changes and deletions of a bulk change. `events` contains the feed positions of the events that record
 * these changes. An incident stays unchanged if it has changed again since the bulk change, or if the workflow does not
 * allow the transition back to its former state.
 * @throws Problem `too_many_incidents`, before any incident is changed.
 */
export function undoInBulk(
  scope: OrganizationScope,
  { events }: BulkUndo,
  until: BulkEnd,
): AsyncGenerator<BulkMessage> {
  const total = events.reduce((sum, { first, last }) => sum + Math.max(0, last - first + 1), 0)
  limitTotal(total)
  return runBulk(scope, { total, pieces: undoPieces(scope, events), matching: [], until })
}

async function* undoPieces(scope: OrganizationScope, ranges: EventRange[]): AsyncGenerator<BulkPiece> {
  for (const [index, { first, last }] of ranges.entries()) {
    let next = first
    while (next <= last) {
      const found = await findOwnEvents(scope, { first: next, last }, pieceLength)
      if (found.length === 0) break
      const following = found.at(-1)!.position + 1
      const events = [...(following <= last ? [{ first: following, last }] : []), ...ranges.slice(index + 1)]
      yield { items: found.map(undoOf), rest: events.length > 0 ? { events } : undefined }
      next = following
    }
  }
}

const undoOf = ({ incidentId, changes, version }: OwnEvent): BulkItem => ({
  incidentId,
  change: (inner) =>
    changes
      ? changeIncident(inner, incidentId, formerValues(changes), { ifMatch: [String(version)] })
      : restoreIncident(inner, incidentId, version),
})

const formerValues = (changes: NonNullable<OwnEvent['changes']>): PatchIncident =>
  Object.fromEntries(Object.entries(changes).map(([field, [from]]) => [field, from]))
