import { incidentDeleted } from '@tocsin/contract/events/incident-events.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { recordEvent } from '../../events/record.ts'
import type { IfMatch } from '../../http/responses/if-match.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { lockIncident, markDeleted } from '../queries.ts'
import { requireVersion } from './require-version.ts'

/**
 * Deletes an incident. After that, reads return neither the incident nor its comments and files. Only a retry of an
 * earlier write still returns the last content of the incident.
 * @param ifMatch versions that may be deleted. If absent, any version.
 * @throws Problem `incident_not_found` or `incident_changed`.
 */
export function deleteIncident(scope: OrganizationScope, id: Uuid, ifMatch?: IfMatch): Promise<void> {
  return scope.transaction(async (inner) => {
    const before = await lockIncident(inner, id)
    if (!before) throw new Problem('incident_not_found')
    await requireVersion(inner, before, ifMatch)
    await markDeleted(inner, id)
    const version = before.version + 1
    await recordEvent(inner, incidentDeleted({ incidentId: id, version }))
  })
}
