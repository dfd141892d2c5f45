import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { changesBetween } from '../../events/changes-between.ts'
import { recordEvent } from '../../events/record.ts'
import type { OrganizationScope } from '../../scope.ts'
import { updateIncident } from './change-queries.ts'
import { lockExisting } from './lock-existing.ts'

interface Change {
  /** Event that records the change. */
  kind: 'incident_edited' | 'incident_transitioned' | 'incident_assigned'
  /**
   * Returns the fields to store, given the locked incident.
   * @throws Problem to refuse the change.
   */
  decide: (inner: OrganizationScope, before: IncidentResponse) => Promise<Partial<IncidentResponse>>
}

/**
 * Changes one incident: locks it, decides, stores the fields that differ and records them, in one transaction.
 * @returns the incident after the change; if nothing differs, as it was, without an event.
 * @throws Problem `incident_not_found`, or what `decide` throws.
 */
export function changeIncident(
  scope: OrganizationScope,
  id: Uuid,
  { kind, decide }: Change,
): Promise<IncidentResponse> {
  return scope.transaction(async (inner) => {
    const before = await lockExisting(inner, id)
    const changes = changesBetween(before, { ...before, ...(await decide(inner, before)) })
    if (!changes) return before
    const changed = Object.fromEntries(Object.entries(changes).map(([field, [, to]]) => [field, to]))
    // Sent together: neither needs the other's answer.
    const [after] = await Promise.all([
      updateIncident(inner, before, changed),
      recordEvent(inner, { kind, subjectKind: 'incident', subjectId: before.id, changes }),
    ])
    return after
  })
}
