import { checkEdit } from '@tocsin/contract/creation/check-edit.ts'
import { normalizeCreation } from '@tocsin/contract/creation/normalize-creation.ts'
import type { IncidentResponse } from '@tocsin/contract/incident.ts'
import type { EditIncident } from '@tocsin/contract/incident-change.ts'
import type { Instant, Uuid } from '@tocsin/contract/scalars.ts'
import { currentConfiguration } from '../configuration/published.ts'
import { changesBetween } from '../events/changes-between.ts'
import { recordEvent } from '../events/record.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { updateFields } from './change-queries.ts'
import { lockExisting } from './lock-existing.ts'
import { refuseBroken } from './refuse-broken.ts'

/**
 * Edits an Incident, unless somebody else changed it since the editor saw it.
 * @param edit an absent field keeps its value, null clears it.
 * @param seenAt the `lastModifiedAt` that the edit was made from.
 * @returns the Incident as it now stands; without a real change, as it was.
 * @throws Problem `incident_not_found`, `incident_changed`, or what `refuseBroken` throws.
 */
export function editIncident(
  scope: OrganizationScope,
  id: Uuid,
  edit: EditIncident,
  seenAt: Instant,
): Promise<IncidentResponse> {
  return scope.transaction(async (inner) => {
    const before = await lockExisting(inner, id)
    if (before.lastModifiedAt !== seenAt) throw new Problem('incident_changed')
    const after = { ...before, ...normalizeCreation(edit) }
    const changes = changesBetween(before, after)
    if (!changes) return before

    const configuration = await currentConfiguration(inner)
    await refuseBroken(inner, before, after, checkEdit(configuration, before, after))
    const edited = await updateFields(inner, after)
    await recordEvent(inner, { kind: 'incident_edited', subjectKind: 'incident', subjectId: before.id, changes })
    return edited
  })
}
