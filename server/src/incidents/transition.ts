import type { IncidentResponse } from '@tocsin/contract/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { recordEvent } from '../events/record.ts'
import type { OrganizationScope } from '../scope.ts'
import { checkTransition } from '../workflow/check-transition.ts'
import { updateState } from './change-queries.ts'
import { lockExisting } from './lock-existing.ts'

/**
 * Moves an Incident to another state along the workflow. One that is there already stays as it is: whoever pressed the
 * button a moment later wanted the same.
 * @returns the Incident as it now stands.
 * @throws Problem `incident_not_found`, or what `checkTransition` throws.
 */
export function transitionIncident(scope: OrganizationScope, id: Uuid, stateId: Uuid): Promise<IncidentResponse> {
  const to = stateId.toLowerCase()
  return scope.transaction(async (inner) => {
    const before = await lockExisting(inner, id)
    if (before.stateId === to) return before
    await checkTransition(inner, before.stateId, to)
    const moved = await updateState(inner, before.id, to)
    await recordEvent(inner, {
      kind: 'incident_transitioned',
      subjectKind: 'incident',
      subjectId: before.id,
      changes: { stateId: [before.stateId, to] },
    })
    return moved
  })
}
