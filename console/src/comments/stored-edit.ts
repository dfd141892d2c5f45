import type { Uuid } from '@tocsin/contract/scalars.ts'
import { storeInTab, readFromTab } from '../browser/storage.ts'

const keyOf = (userId: Uuid, commentId: Uuid): string => `tocsin-comment-edit-${userId}-${commentId}`

/**
 * Stores an unsaved comment edit in the browser tab, where it survives the end of the session. If `message` is
 * undefined, deletes the stored edit.
 */
export const storeEdit = (userId: Uuid, commentId: Uuid, message: string | undefined): void =>
  storeInTab(keyOf(userId, commentId), message)

/** Returns the user's unsaved comment edit from this browser tab; undefined if there is none or it is unreadable. */
export function readEdit(userId: Uuid, commentId: Uuid): string | undefined {
  const message = readFromTab(keyOf(userId, commentId))
  return typeof message === 'string' ? message : undefined
}
