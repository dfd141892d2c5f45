import { businessFields, type BusinessField } from '@tocsin/contract/rules/incident-values.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { isSame } from '../../../api/is-same.ts'
import { instantOf } from '../../../texts/local-time.ts'
import { dependentOf, numberOf, shownValuesOf, type Entries } from '../../../incident-form/entries.ts'

/** Fields of the edit form. The assignee is left out, because the incident page has a separate control for it. */
export const editableFields = businessFields.filter((field) => field !== 'assigneeId')
export type EditableField = Exclude<BusinessField, 'assigneeId'>

/**
 * Turns the user's entries into the body of an edit request. The body contains only fields that differ from the current
 * incident. Emptied fields are null, and so are fields that another change clears: a new location clears the point.
 */
export function toEdit(incident: IncidentResponse, entries: Entries): Partial<Pick<IncidentResponse, EditableField>> {
  const shown = shownValuesOf(incident)
  const edit: Record<string, unknown> = {}
  for (const field of editableFields) {
    const entered = entries[field]
    if (entered !== undefined && !isSame(entered, shown[field])) edit[field] = valueOf(field, entered)
  }
  for (const [field, dependent] of Object.entries(dependentOf)) {
    if (field in edit && entries[dependent] === undefined && incident[dependent] !== null) edit[dependent] = null
  }
  return edit
}

/** Returns the entries that the user has added or changed since the save was sent. */
export const enteredSince = (sent: Entries, now: Entries): Entries =>
  Object.fromEntries(
    Object.entries(now).filter(([field, value]) => !isSame(sent[field as keyof Entries], value)),
  ) as Entries

/** Returns the incident as it would be after saving the entries. */
export const edited = (incident: IncidentResponse, entries: Entries): IncidentResponse => ({
  ...incident,
  ...toEdit(incident, entries),
})

/** Returns the fields of an editor that differ between two versions of an incident. */
export const changedFields = (
  before: IncidentResponse,
  after: IncidentResponse,
  fields: readonly EditableField[] = editableFields,
): EditableField[] => fields.filter((field) => !isSame(before[field], after[field]))

function valueOf(field: BusinessField, entered: unknown): unknown {
  if (entered === '') return null
  if (field === 'occurredAt') return instantOf(String(entered)) ?? null
  if (field === 'latitude' || field === 'longitude') return numberOf(String(entered)) ?? null
  return entered
}
