import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { storeInTab, readFromTab } from '../../../browser/storage.ts'
import { knownEntries, type Entries } from '../../../incident-form/entries.ts'

/** Unsaved entries of an incident's edit. */
export interface StoredEdit {
  /** Version of the incident that the edit started from. */
  from: IncidentResponse
  entries: Entries
}

const keyOf = (userId: Uuid, incidentId: Uuid): string => `tocsin-edit-${userId}-${incidentId}`

/** Stores an unsaved edit in the tab, beyond the end of the session. Undefined deletes it. */
export const storeEdit = (userId: Uuid, incidentId: Uuid, edit: StoredEdit | undefined): void =>
  storeInTab(keyOf(userId, incidentId), edit)

/** Returns the user's unsaved edit in this tab, or undefined if there is none or it is unreadable. */
export function readEdit(userId: Uuid, incidentId: Uuid): StoredEdit | undefined {
  const { from, entries } = (readFromTab(keyOf(userId, incidentId)) ?? {}) as Partial<StoredEdit>
  if (typeof from?.lastModifiedAt !== 'string' || !entries) return undefined
  return { from, entries: knownEntries(entries) }
}
