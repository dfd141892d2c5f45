import type { IncidentResponse, Priority } from '@tocsin/contract/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { recordEvent } from '../events/record.ts'
import type { OrganizationScope } from '../scope.ts'
import { updatePriority } from './change-queries.ts'
import { lockExisting } from './lock-existing.ts'

/**
 * Gives an Incident another priority, whatever else of it was changed meanwhile. It is recorded as the edit that it is.
 * @returns the Incident as it now stands; when it had that priority already, as it was.
 * @throws Problem `incident_not_found`.
 */
export function prioritizeIncident(scope: OrganizationScope, id: Uuid, priority: Priority): Promise<IncidentResponse> {
  return scope.transaction(async (inner) => {
    const before = await lockExisting(inner, id)
    if (before.priority === priority) return before
    const prioritized = await updatePriority(inner, before.id, priority)
    await recordEvent(inner, {
      kind: 'incident_edited',
      subjectKind: 'incident',
      subjectId: before.id,
      changes: { priority: [before.priority, priority] },
    })
    return prioritized
  })
}
