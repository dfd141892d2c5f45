import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { storeInTab, readFromTab } from '../../../browser/storage.ts'
import { knownEntries, type Entries } from '../../../incident-form/entries.ts'

/** What somebody has entered into the fields of an Incident, and not saved. */
export interface StoredEdit {
  /** The reading that it was entered upon. */
  from: IncidentResponse
  entries: Entries
}

const keyOf = (userId: Uuid, incidentId: Uuid): string => `tocsin-edit-${userId}-${incidentId}`

/** Keeps an edit for this tab until it is saved or discarded, also when the session ends before; undefined is forgotten. */
export const storeEdit = (userId: Uuid, incidentId: Uuid, edit: StoredEdit | undefined): void =>
  storeInTab(keyOf(userId, incidentId), edit)

/** The edit that this tab keeps for a user; undefined where there is none that can be read. */
export function readEdit(userId: Uuid, incidentId: Uuid): StoredEdit | undefined {
  const { from, entries } = (readFromTab(keyOf(userId, incidentId)) ?? {}) as Partial<StoredEdit>
  if (typeof from?.lastModifiedAt !== 'string' || !entries) return undefined
  return { from, entries: knownEntries(entries) }
}
