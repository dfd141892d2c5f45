import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { EditIncident } from '@tocsin/contract/console/incident-change.ts'
import { checkEdit } from '@tocsin/contract/rules/check-edit.ts'
import type { Instant, Uuid } from '@tocsin/contract/scalars.ts'
import { currentConfiguration } from '../../configuration/published.ts'
import { changesBetween } from '../../events/changes-between.ts'
import { recordEvent } from '../../events/record.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { checkTransition } from '../../workflow/check-transition.ts'
import { referenceViolations, rejectionFor } from '../create/violations.ts'
import { findReferenceStates, lockIncident, updateIncident } from '../queries.ts'
import type { ReferenceStates } from '../reference-queries.ts'

/** New values of fields. An absent field stays as it is; null clears a field. */
export type IncidentPatch = EditIncident & { stateId?: Uuid; assigneeId?: Uuid | null }

/** Old and new value of each changed field. */
type Changes = Partial<Record<keyof IncidentResponse, [unknown, unknown]>>

/**
 * Changes one incident in one transaction: locks it, checks the changed values, stores them and records the event. If
 * no value differs, it stores and records nothing, because two people may press the same button.
 * @param seenAt `lastModifiedAt` of the incident as the user read it. If absent, the change is made even if somebody
 *   else has changed the incident since.
 * @returns the incident after the change.
 * @throws Problem `incident_not_found`, `incident_changed`, `transition_not_allowed`, `invalid_request` or
 *   `reference_not_found`.
 */
export function changeIncident(
  scope: OrganizationScope,
  id: Uuid,
  patch: IncidentPatch,
  { seenAt }: { seenAt?: Instant } = {},
): Promise<IncidentResponse> {
  return scope.transaction(async (inner) => {
    const before = await lockIncident(inner, id)
    if (!before) throw new Problem('incident_not_found')
    if (seenAt !== undefined && before.lastModifiedAt !== seenAt) throw new Problem('incident_changed')
    const after = { ...before, ...patch }
    const changes: Changes | undefined = changesBetween(before, after)
    if (!changes) return before
    if (changes.stateId) await checkTransition(inner, before.stateId, after.stateId)
    await checkValues(inner, before, after, changes)
    // Send the two queries together to save a round trip, because neither needs the result of the other.
    const [stored] = await Promise.all([
      updateIncident(inner, before, Object.fromEntries(Object.entries(changes).map(([field, [, to]]) => [field, to]))),
      recordEvent(inner, { kind: kindOf(changes), subjectKind: 'incident', subjectId: before.id, changes }),
    ])
    return stored
  })
}

/** Fields that no rule of a profile restricts after the creation. */
const unruled = new Set(['stateId', 'assigneeId', 'priority'])
const references = ['locationId', 'pointId', 'assigneeId'] as const

/**
 * Checks the rules of the current configuration, and the references to a location, a point and an assignee.
 * @throws Problem `reference_not_found` when all violations are missing references, else Problem `invalid_request`.
 *   Both list every violation.
 */
async function checkValues(
  scope: OrganizationScope,
  before: IncidentResponse,
  after: IncidentResponse,
  changes: Changes,
): Promise<void> {
  const isRuled = Object.keys(changes).some((field) => !unruled.has(field))
  const violations = isRuled ? checkEdit(await currentConfiguration(scope), before, after) : []
  const isReferring = references.some((field) => changes[field])
  const states = isReferring ? allowUnchanged(await findReferenceStates(scope, after), before, after) : allFine
  if (violations.length === 0 && Object.values(states).every((state) => state === 'fine')) return
  const { invalid, missing } = referenceViolations(states)
  throw rejectionFor('invalid_request', { invalid: [...violations, ...invalid], missing })!
}

const allFine: ReferenceStates = { location: 'fine', point: 'fine', assignee: 'fine' }

/** A reference to an archived location, point or user is valid if the change leaves it as it was. */
const allowUnchanged = (
  states: ReferenceStates,
  before: IncidentResponse,
  after: IncidentResponse,
): ReferenceStates => ({
  location: states.location === 'archived' && after.locationId === before.locationId ? 'fine' : states.location,
  point: states.point === 'archived' && after.pointId === before.pointId ? 'fine' : states.point,
  assignee: states.assignee === 'archived' && after.assigneeId === before.assigneeId ? 'fine' : states.assignee,
})

/** Returns the kind of the event. The timeline shows a changed priority as an edit. */
function kindOf({ stateId, assigneeId }: Changes) {
  if (stateId) return 'incident_transitioned'
  return assigneeId ? 'incident_assigned' : 'incident_edited'
}
