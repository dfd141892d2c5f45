import type { Uuid } from '@tocsin/contract/scalars.ts'
import { storeInTab, readFromTab } from '../browser/storage.ts'

const keyOf = (userId: Uuid, commentId: Uuid): string => `tocsin-comment-edit-${userId}-${commentId}`

/** Keeps another message for a Comment until it is saved or discarded, also when the session ends before. */
export const storeEdit = (userId: Uuid, commentId: Uuid, message: string | undefined): void =>
  storeInTab(keyOf(userId, commentId), message)

/** The message that this tab keeps for a user; undefined where there is none that can be read. */
export function readEdit(userId: Uuid, commentId: Uuid): string | undefined {
  const message = readFromTab(keyOf(userId, commentId))
  return typeof message === 'string' ? message : undefined
}
