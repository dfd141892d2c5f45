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

const keyOf = (userId: Uuid, incidentId: Uuid): string => `tocsin-edit-${userId}-${incidentId}`

/**
 * Stores an unsaved edit in the browser tab, where it survives the end of the session. If `edit` is undefined, deletes
 * the stored edit.
 */
export const storeEdit = (userId: Uuid, incidentId: Uuid, edit: StoredEdit | undefined): void =>
  storeInTab(keyOf(userId, incidentId), edit)

/** Returns the user's unsaved edit from this browser tab; undefined if there is none or it is unreadable. */
export function readEdit(userId: Uuid, incidentId: Uuid): StoredEdit | undefined {
  const { from, entries } = (readFromTab(keyOf(userId, incidentId)) ?? {}) as Partial<StoredEdit>
  if (typeof from?.version !== 'number' || !entries) return undefined
  return { from, entries: knownEntries(entries) }
}
