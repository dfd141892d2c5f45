import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { lockIncident } from '../queries.ts'

/**
 * Reads an Incident that is about to be changed, and locks it until the transaction ends.
 * @throws Problem `incident_not_found`.
 */
export async function lockExisting(scope: OrganizationScope, id: Uuid): Promise<IncidentResponse> {
  const incident = await lockIncident(scope, id)
  if (!incident) throw new Problem('incident_not_found')
  return incident
}
