import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { NextState, PatchIncident } from '@tocsin/contract/api/incident-change.ts'
import type { Changes } from '@tocsin/contract/events/changes.ts'
import { incidentChanged } from '@tocsin/contract/events/incident-events.ts'
import { checkEdit } from '@tocsin/contract/rules/check-edit.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { addComment } from '../../comments/add.ts'
import { currentConfiguration } from '../../configuration/published.ts'
import { changesBetween } from '../../events/changes-between.ts'
import { recordEvent } from '../../events/record.ts'
import { matchesVersion, type IfMatch } from '../../http/responses/if-match.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { checkTransition } from '../../workflow/check-transition.ts'
import { referenceViolations, rejectionFor, type Violations } from '../create/violations.ts'
import { findReferenceStates, lockIncident, updateIncident } from '../queries.ts'
import type { ReferenceStates } from '../reference-queries.ts'
import { changedSince } from './changed-since.ts'

export interface ChangeOptions {
  /** Versions on which the change may be based. If absent, the change applies to any version. */
  ifMatch?: IfMatch | undefined
  /** True if the comment of the patch is made through the external API. */
  madeThroughApi?: boolean
}

/**
 * Changes one incident in one transaction: locks it, compares it with the patch, checks the changed values, stores them
 * and records the event. If no value differs, the incident keeps its version and no event is recorded. Adds the comment
 * of the patch in any case.
 * @returns the incident after the change.
 * @throws Problem `incident_not_found`, `incident_changed`, `transition_not_allowed`, `invalid_request` or
 *   `reference_not_found`.
 */
export function changeIncident(
  scope: OrganizationScope,
  id: Uuid,
  { comment, ...patch }: PatchIncident,
  { ifMatch, madeThroughApi = false }: ChangeOptions = {},
): Promise<IncidentResponse> {
  return scope.transaction(async (inner) => {
    const before = await lockIncident(inner, id)
    if (!before) throw new Problem('incident_not_found')
    if (ifMatch && !matchesVersion(ifMatch, before.version)) throw await changedSince(inner, before, ifMatch)
    const after = { ...before, ...patch, tags: patch.tags === undefined ? before.tags : (patch.tags ?? []) }
    const changes = changesBetween(before, after)
    const stored = changes ? await storeChanges(inner, before, after, changes) : before
    if (comment !== undefined) await addComment(inner, { relatedEntityId: id, message: comment }, { madeThroughApi })
    return stored
  })
}

async function storeChanges(
  scope: OrganizationScope,
  before: IncidentResponse,
  after: IncidentResponse,
  changes: Changes<IncidentResponse>,
): Promise<IncidentResponse> {
  await checkValues(scope, before, after, changes)
  const values = Object.fromEntries(Object.entries(changes).map(([field, [, to]]) => [field, to]))
  const stored = await updateIncident(scope, before, values)
  await recordEvent(scope, incidentChanged({ incidentId: before.id, changes, version: stored.version }))
  return stored
}

/** Fields that no rule of a profile restricts after the creation. */
const unruled = new Set(['stateId', 'assigneeId', 'priority'])
const references = ['locationId', 'pointId', 'assigneeId'] as const

/**
 * Checks the rules of the current configuration, the transition, and the references to a location, a point and an
 * assignee.
 * @throws a Problem that lists every violation: `reference_not_found` if only references are missing,
 *   `transition_not_allowed` if only the transition is not allowed, else `invalid_request`.
 */
async function checkValues(
  scope: OrganizationScope,
  before: IncidentResponse,
  after: IncidentResponse,
  changes: Changes<IncidentResponse>,
): Promise<void> {
  const isRuled = Object.keys(changes).some((field) => !unruled.has(field))
  const edit = isRuled ? checkEdit(await currentConfiguration(scope), before, after) : []
  const transition = changes.stateId ? await checkTransition(scope, before.stateId, after.stateId) : undefined
  const isReferring = references.some((field) => changes[field])
  const states = isReferring ? allowUnchanged(await findReferenceStates(scope, after), before, after) : allFine
  if (edit.length === 0 && !transition && Object.values(states).every((state) => state === 'fine')) return
  const referring = referenceViolations(states)
  throw rejectionOf(
    {
      invalid: [...edit, ...(transition?.invalid ?? []), ...referring.invalid],
      missing: [...(transition?.missing ?? []), ...referring.missing],
    },
    transition?.nextStates,
  )
}

const allFine: ReferenceStates = { location: 'fine', point: 'fine', assignee: 'fine' }

function rejectionOf(violations: Violations, nextStates: NextState[] | undefined): Problem {
  const codes = [...violations.invalid, ...violations.missing].map(({ code }) => code)
  const code = codes.join() === 'transition_not_allowed' ? 'transition_not_allowed' : 'invalid_request'
  return rejectionFor(code, violations, nextStates && { nextStates })!
}

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
