import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { changesBetween } from '../../events/changes-between.ts'
import { recordEvent } from '../../events/record.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { lockIncident, updateIncident } from './change-queries.ts'

interface Change {
  /** Event that records the change. */
  kind: 'incident_edited' | 'incident_transitioned' | 'incident_assigned'
  /**
   * Returns the fields to store, given the locked incident.
   * @throws Problem to reject the change.
   */
  decide: (inner: OrganizationScope, before: IncidentResponse) => Promise<Partial<IncidentResponse>>
}

/**
 * Changes one incident in one transaction: locks it, calls `decide`, stores the fields that differ and records the event.
 * If nothing differs, stores and records nothing.
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
    // Sent together, because neither needs the result of the other.
    const [after] = await Promise.all([
      updateIncident(inner, before, changed),
      recordEvent(inner, { kind, subjectKind: 'incident', subjectId: before.id, changes }),
    ])
    return after
  })
}
