import type { IncidentResponse, Priority } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../../scope.ts'
import { changeIncident } from './change.ts'

/**
 * Sets the priority of an incident, even if somebody has changed the incident after the user read it. The timeline
 * shows the change as an edit.
 * @returns the incident after the change.
 * @throws Problem `incident_not_found`.
 */
export const setIncidentPriority = (
  scope: OrganizationScope,
  id: Uuid,
  priority: Priority,
): Promise<IncidentResponse> =>
  changeIncident(scope, id, { kind: 'incident_edited', decide: async () => ({ priority }) })
