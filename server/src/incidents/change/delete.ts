import type { Uuid } from '@tocsin/contract/scalars.ts'
import { recordEvent } from '../../events/record.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { markDeleted } from '../queries.ts'

/**
 * Deletes an incident. No read returns the incident, its comments or its files after that. Only a retry of the request
 * that created the incident still returns its last content.
 * @throws Problem `incident_not_found`.
 */
export function deleteIncident(scope: OrganizationScope, id: Uuid): Promise<void> {
  return scope.transaction(async (inner) => {
    if (!(await markDeleted(inner, id))) throw new Problem('incident_not_found')
    await recordEvent(inner, { kind: 'incident_removed', subjectKind: 'incident', subjectId: id, changes: {} })
  })
}
