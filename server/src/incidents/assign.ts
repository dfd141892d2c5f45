import type { IncidentResponse } from '@tocsin/contract/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { recordEvent } from '../events/record.ts'
import type { OrganizationScope } from '../scope.ts'
import { updateAssignee } from './change-queries.ts'
import { lockExisting } from './lock-existing.ts'
import { refuseBroken } from './refuse-broken.ts'

/**
 * Gives an Incident to a user, or with null takes it from whoever has it.
 * @returns the Incident as it now stands; when it was theirs already, as it was.
 * @throws Problem `incident_not_found`, `reference_not_found`, or `invalid_request` for a user who is archived.
 */
export function assignIncident(scope: OrganizationScope, id: Uuid, assigneeId: Uuid | null): Promise<IncidentResponse> {
  const to = assigneeId?.toLowerCase() ?? null
  return scope.transaction(async (inner) => {
    const before = await lockExisting(inner, id)
    if (before.assigneeId === to) return before
    await refuseBroken(inner, before, { ...before, assigneeId: to })
    const assigned = await updateAssignee(inner, before.id, to)
    await recordEvent(inner, {
      kind: 'incident_assigned',
      subjectKind: 'incident',
      subjectId: before.id,
      changes: { assigneeId: [before.assigneeId, to] },
    })
    return assigned
  })
}
