import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Violation } from '@tocsin/contract/api/problem.ts'
import type { Changes } from '@tocsin/contract/events/changes.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { ChangeStates, References } from '../reference-queries.ts'

/** Change of a locked incident. The change is not stored yet. */
export interface Draft {
  before: IncidentResponse
  after: IncidentResponse
  /** Old and new value of each changed field, keyed by field; undefined if the patch changes no value. */
  changes: Changes<IncidentResponse> | undefined
}

/** Draft whose patch changes a value. */
export type ChangingDraft = Draft & { changes: Changes<IncidentResponse> }

export const hasChanges = <Each extends Draft>(draft: Each): draft is Each & ChangingDraft =>
  draft.changes !== undefined

/** Draft with the results of its checks. */
export interface CheckedDraft extends Draft {
  /** Violations of the rules of the current configuration. */
  edit: Violation[]
  states: ChangeStates
}

/** References of a draft that must be looked up in the database. A reference that need not be looked up is null. */
export interface DraftReferences extends References {
  fromStateId: Uuid
  toStateId: Uuid | null
}

const references = ['locationId', 'pointId', 'assigneeId'] as const
const noReferences: References = { locationId: null, pointId: null, assigneeId: null }

/**
 * Returns the references of a draft that must be looked up: none if no reference changes, otherwise all of them,
 * because the point must belong to the location.
 */
export function referencesOf({ before, after, changes }: Draft): DraftReferences {
  const { locationId, pointId, assigneeId } = references.some((field) => changes?.[field]) ? after : noReferences
  const toStateId = changes?.stateId ? after.stateId : null
  return { locationId, pointId, assigneeId, fromStateId: before.stateId, toStateId }
}

export const needsCheck = ({ locationId, pointId, assigneeId, toStateId }: DraftReferences): boolean =>
  [locationId, pointId, assigneeId, toStateId].some((id) => id !== null)

export const allFine: ChangeStates = { location: 'fine', point: 'fine', assignee: 'fine', transition: 'fine' }

/** Marks a reference to an archived location, point or user as valid if the change does not affect this reference. */
export const allowUnchanged = (states: ChangeStates, { before, after }: Draft): ChangeStates => ({
  ...states,
  location: states.location === 'archived' && after.locationId === before.locationId ? 'fine' : states.location,
  point: states.point === 'archived' && after.pointId === before.pointId ? 'fine' : states.point,
  assignee: states.assignee === 'archived' && after.assigneeId === before.assigneeId ? 'fine' : states.assignee,
})
