import type { Uuid } from '@tocsin/contract/scalars.ts'
import { recordEvent } from '../../events/record.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { markDeleted } from '../queries.ts'

/**
 * Deletes an incident: it disappears from every read, with its comments and files. A retry of its creation still returns
 * its last content.
 * @throws Problem `incident_not_found`.
 */
export function deleteIncident(scope: OrganizationScope, id: Uuid): Promise<void> {
  return scope.transaction(async (inner) => {
    if (!(await markDeleted(inner, id))) throw new Problem('incident_not_found')
    await recordEvent(inner, { kind: 'incident_removed', subjectKind: 'incident', subjectId: id, changes: {} })
  })
}
