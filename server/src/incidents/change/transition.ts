import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../../scope.ts'
import { checkTransition } from '../../workflow/check-transition.ts'
import { changeIncident } from './change.ts'

/**
 * Moves an incident to another state along the workflow. One that is there already stays as it is: two people may press
 * the same button.
 * @returns the incident after the move.
 * @throws Problem `incident_not_found`, or what `checkTransition` throws.
 */
export function transitionIncident(scope: OrganizationScope, id: Uuid, stateId: Uuid): Promise<IncidentResponse> {
  const to = stateId.toLowerCase()
  return changeIncident(scope, id, {
    kind: 'incident_transitioned',
    decide: async (inner, before) => {
      if (before.stateId !== to) await checkTransition(inner, before.stateId, to)
      return { stateId: to }
    },
  })
}
