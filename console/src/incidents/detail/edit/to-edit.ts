import { businessFields, type BusinessField } from '@tocsin/contract/rules/incident-values.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { EditIncident } from '@tocsin/contract/console/incident-change.ts'
import { isSame } from '../../../api/is-same.ts'
import { instantOf } from '../../../texts/local-time.ts'
import { dependentOf, numberOf, shownValuesOf, type Entries } from '../../../incident-form/entries.ts'

/** What an edit can change; the assignee has a place of its own. */
const editableFields = businessFields.filter((field) => field !== 'assigneeId')
export type EditableField = Exclude<BusinessField, 'assigneeId'>

/**
 * Turns what was entered into an edit of the Incident as it now stands: only what differs from it, null for what was
 * emptied, and for what goes with something that is another now.
 */
export function toEdit(incident: IncidentResponse, entries: Entries): EditIncident {
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

/** What was entered after something was sent. */
export const enteredSince = (sent: Entries, now: Entries): Entries =>
  Object.fromEntries(
    Object.entries(now).filter(([field, value]) => !isSame(sent[field as keyof Entries], value)),
  ) as Entries

/** The Incident as it would be after an edit. */
export const edited = (incident: IncidentResponse, entries: Entries): IncidentResponse => ({
  ...incident,
  ...toEdit(incident, entries),
})

/** The fields that somebody else changed between two readings. */
export const changedFields = (before: IncidentResponse, after: IncidentResponse): EditableField[] =>
  editableFields.filter((field) => !isSame(before[field], after[field]))

function valueOf(field: BusinessField, entered: unknown): unknown {
  if (entered === '') return null
  if (field === 'occurredAt') return instantOf(String(entered)) ?? null
  if (field === 'latitude' || field === 'longitude') return numberOf(String(entered)) ?? null
  return entered
}
