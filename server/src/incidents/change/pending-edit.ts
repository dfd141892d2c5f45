import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Violation } from '@tocsin/contract/api/problem.ts'
import type { Changes } from '@tocsin/contract/events/changes.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { EditResults, References } from '../reference-queries.ts'

/** Edit that is not stored yet. */
export interface PendingEdit {
  before: IncidentResponse
  after: IncidentResponse
  /** Old and new value of each changed field, keyed by field; undefined if the patch changes no value. */
  changes: Changes<IncidentResponse> | undefined
}

/** Edit that changes a value. */
export type ChangingEdit = PendingEdit & { changes: Changes<IncidentResponse> }

export const hasChanges = <Each extends PendingEdit>(edit: Each): edit is Each & ChangingEdit =>
  edit.changes !== undefined

/** Edit with the results of its checks. */
export interface CheckedEdit extends PendingEdit {
  /** Violations of the rules of the current configuration. */
  violations: Violation[]
  results: EditResults
}

/** References of an edit that must be looked up in the database. A reference that need not be looked up is null. */
export interface EditReferences extends References {
  fromStateId: Uuid
  toStateId: Uuid | null
}

const references = ['locationId', 'pointId', 'assigneeId'] as const
const noReferences: References = { locationId: null, pointId: null, assigneeId: null }

/**
 * Returns the references of an edit that must be looked up: none if no reference changes, otherwise all of them,
 * because the point must belong to the location.
 */
export function referencesOf({ before, after, changes }: PendingEdit): EditReferences {
  const { locationId, pointId, assigneeId } = references.some((field) => changes?.[field]) ? after : noReferences
  const toStateId = changes?.stateId ? after.stateId : null
  return { locationId, pointId, assigneeId, fromStateId: before.stateId, toStateId }
}

export const needsCheck = ({ locationId, pointId, assigneeId, toStateId }: EditReferences): boolean =>
  [locationId, pointId, assigneeId, toStateId].some((id) => id !== null)

export const allFine: EditResults = { location: 'fine', point: 'fine', assignee: 'fine', transition: 'fine' }

/** Marks a reference to an archived location, point or user as valid if the edit does not change this reference. */
export const allowUnchanged = (results: EditResults, { before, after }: PendingEdit): EditResults => ({
  ...results,
  location: results.location === 'archived' && after.locationId === before.locationId ? 'fine' : results.location,
  point: results.point === 'archived' && after.pointId === before.pointId ? 'fine' : results.point,
  assignee: results.assignee === 'archived' && after.assigneeId === before.assigneeId ? 'fine' : results.assignee,
})
