import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { storeInTab, readFromTab } from '../../../browser/storage.ts'
import { knownEntries, type Entries } from '../../../incident-form/entries.ts'

/** Unsaved edit of an incident. */
export interface StoredEdit {
  /** Incident as it was when the user started to edit or last saved. */
  from: IncidentResponse
  entries: Entries
}

/** Identifies an editor by user, incident and fact. The form for all fields has no fact. */
export interface EditPlace {
  userId: Uuid
  incidentId: Uuid
  fact?: string | undefined
}

const keyOf = ({ userId, incidentId, fact }: EditPlace): string =>
  ['tocsin-edit', userId, incidentId, ...(fact ? [fact] : [])].join('-')

/**
 * Stores an unsaved edit in the browser tab, even beyond the end of the session. Deletes the stored edit if `edit` is
 * undefined.
 */
export const storeEdit = (place: EditPlace, edit: StoredEdit | undefined): void => storeInTab(keyOf(place), edit)

/** Returns the user's unsaved edit from this browser tab; undefined if there is none or it is unreadable. */
export function readEdit(place: EditPlace): StoredEdit | undefined {
  const { from, entries } = (readFromTab(keyOf(place)) ?? {}) as Partial<StoredEdit>
  if (typeof from?.version !== 'number' || !entries) return undefined
  return { from, entries: knownEntries(entries) }
}

/**
 * Moves the unsaved edits of single facts into the stored edit of the form for all fields. For each of these fields,
 * the stored edit records the value from which the user started.
 * @param incident incident as the page shows it. Provides the values of all other fields.
 * @param entries further entries for the form.
 */
export function moveEditsToForm(
  userId: Uuid,
  incident: IncidentResponse,
  facts: readonly string[],
  entries: Entries,
): void {
  const place = { userId, incidentId: incident.id }
  const former = [place, ...facts.map((fact) => ({ ...place, fact }))].flatMap((each) => readEdit(each) ?? [])
  for (const fact of facts) storeEdit({ ...place, fact }, undefined)
  const all = Object.assign({}, ...former.map((edit) => edit.entries), entries) as Entries
  if (Object.keys(all).length === 0) return
  const begun = former.flatMap(({ from, entries: entered }) =>
    (Object.keys(entered) as (keyof Entries)[]).map((field) => [field, from[field]]),
  )
  storeEdit(place, { from: { ...incident, ...Object.fromEntries(begun) }, entries: all })
}
