import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { incidentRestored } from '@tocsin/contract/events/incident-events.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { changesBetween } from '../../events/changes-between.ts'
import { recordEvent } from '../../events/record.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { lockUsableState } from '../../workflow/lock-usable-state.ts'
import { lockRestorable, markRestored } from '../queries.ts'

/**
 * Restores a deleted incident with its comments and files. If its workflow state was deleted in the meantime, the
 * incident gets the initial state. An incident that is not deleted stays unchanged.
 * @param deletedAs version of the incident after the deletion to undo. If absent, undoes any deletion.
 * @returns the incident.
 * @throws Problem `incident_changed` if another deletion followed. Problem `incident_not_found` if the incident does
 *   not exist or was deleted more than 30 days ago.
 */
export function restoreIncident(scope: OrganizationScope, id: Uuid, deletedAs?: number): Promise<IncidentResponse> {
  return scope.transaction(async (inner) => {
    const found = await lockRestorable(inner, id)
    if (!found) throw new Problem('incident_not_found')
    const { incident, isDeleted } = found
    if (!isDeleted) return incident
    if (deletedAs !== undefined && deletedAs !== incident.version + 1) throw new Problem('incident_changed')
    const stateId = await lockUsableState(inner, incident.stateId)
    const changes = changesBetween(incident, { ...incident, stateId })
    const restored = await markRestored(inner, id, stateId)
    await recordEvent(
      inner,
      incidentRestored({ incidentId: id, ...(changes && { changes }), version: restored.version }),
    )
    return restored
  })
}
