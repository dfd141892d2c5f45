import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../../scope.ts'
import { checkTransition } from '../../workflow/check-transition.ts'
import { changeIncident } from './change.ts'

/**
 * Moves an incident to another workflow state. If the incident is already in that state, the call succeeds and changes
 * nothing, because two people may press the same button.
 * @returns the incident after the move.
 * @throws Problem `incident_not_found`, or a problem of `checkTransition`.
 */
export function transitionIncident(scope: OrganizationScope, id: Uuid, stateId: Uuid): Promise<IncidentResponse> {
  return changeIncident(scope, id, {
    kind: 'incident_transitioned',
    decide: async (inner, before) => {
      if (before.stateId !== stateId) await checkTransition(inner, before.stateId, stateId)
      return { stateId }
    },
  })
}
