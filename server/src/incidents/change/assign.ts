import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../../scope.ts'
import { changeIncident } from './change.ts'
import { rejectInvalid } from './reject-invalid.ts'

/**
 * Assigns an incident to a user.
 * @param assigneeId the new assignee; null removes the assignee.
 * @returns the incident after the change.
 * @throws Problem `incident_not_found`. Problem `reference_not_found` for an unknown user. Problem `invalid_request`
 *   for an archived user.
 */
export function assignIncident(scope: OrganizationScope, id: Uuid, assigneeId: Uuid | null): Promise<IncidentResponse> {
  return changeIncident(scope, id, {
    kind: 'incident_assigned',
    decide: async (inner, before) => {
      if (before.assigneeId !== assigneeId) await rejectInvalid(inner, before, { ...before, assigneeId })
      return { assigneeId }
    },
  })
}
