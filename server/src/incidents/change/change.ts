import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { changesBetween } from '../../events/changes-between.ts'
import { recordEvent } from '../../events/record.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { lockIncident, updateIncident } from './change-queries.ts'

interface Change {
  /** Kind of the event that records the change. */
  kind: 'incident_edited' | 'incident_transitioned' | 'incident_assigned'
  /**
   * Checks the change and returns the fields to store.
   * @param before the locked incident, before the change.
   * @throws Problem if the change is rejected.
   */
  decide: (inner: OrganizationScope, before: IncidentResponse) => Promise<Partial<IncidentResponse>>
}

/**
 * Changes one incident in one transaction: locks the incident, calls `decide`, stores the fields whose values differ
 * and records the event. If no value differs, stores and records nothing.
 * @returns the incident after the change.
 * @throws Problem `incident_not_found`, or a problem of `decide`.
 */
export function changeIncident(
  scope: OrganizationScope,
  id: Uuid,
  { kind, decide }: Change,
): Promise<IncidentResponse> {
  return scope.transaction(async (inner) => {
    const before = await lockIncident(inner, id)
    if (!before) throw new Problem('incident_not_found')
    const changes = changesBetween(before, { ...before, ...(await decide(inner, before)) })
    if (!changes) return before
    const changed = Object.fromEntries(Object.entries(changes).map(([field, [, to]]) => [field, to]))
    // Send the two queries together to save a round trip, because neither needs the result of the other.
    const [after] = await Promise.all([
      updateIncident(inner, before, changed),
      recordEvent(inner, { kind, subjectKind: 'incident', subjectId: before.id, changes }),
    ])
    return after
  })
}
