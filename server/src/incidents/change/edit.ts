import { checkEdit } from '@tocsin/contract/rules/check-edit.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { EditIncident } from '@tocsin/contract/console/incident-change.ts'
import type { Instant, Uuid } from '@tocsin/contract/scalars.ts'
import { currentConfiguration } from '../../configuration/published.ts'
import { changesBetween } from '../../events/changes-between.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { changeIncident } from './change.ts'
import { rejectInvalid } from './reject-invalid.ts'

/**
 * Edits an incident, unless somebody has changed it after the user read it.
 * @param edit new values of fields. An absent field stays as it is; null clears a field.
 * @param seenAt `lastModifiedAt` of the incident as the user read it.
 * @returns the incident after the edit.
 * @throws Problem `incident_not_found`, `incident_changed`, `invalid_request` or `reference_not_found`.
 */
export function editIncident(
  scope: OrganizationScope,
  id: Uuid,
  edit: EditIncident,
  seenAt: Instant,
): Promise<IncidentResponse> {
  return changeIncident(scope, id, {
    kind: 'incident_edited',
    decide: async (inner, before) => {
      if (before.lastModifiedAt !== seenAt) throw new Problem('incident_changed')
      const after = { ...before, ...edit }
      if (!changesBetween(before, after)) return before
      const configuration = await currentConfiguration(inner)
      await rejectInvalid(inner, before, after, checkEdit(configuration, before, after))
      return after
    },
  })
}
