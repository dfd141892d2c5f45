import type { Uuid } from '@tocsin/contract/scalars.ts'
import { readFromTab, storeInTab } from '../../../browser/storage.ts'
import type { EditedState } from './edited-draft.ts'

/** Edited content that is not saved, and the saved draft that it is based on. */
export type UnsavedChanges = Pick<EditedState, 'content' | 'basedOnRevision' | 'saved'>

/** Place for unsaved changes, where they survive the end of the session. */
export interface UnsavedChangesStore {
  read: () => UnsavedChanges | undefined
  /** Stores the changes. If `changes` is undefined, deletes the stored changes. */
  write: (changes: UnsavedChanges | undefined) => void
}

/** Makes a store for the unsaved changes of the user in this browser tab. */
export function storeOfTab(userId: Uuid): UnsavedChangesStore {
  const key = `tocsin-configuration-${userId}`
  return {
    read: () => readFromTab(key) as UnsavedChanges | undefined,
    write: (changes) => storeInTab(key, changes),
  }
}
