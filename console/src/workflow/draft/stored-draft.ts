import type { Uuid } from '@tocsin/contract/scalars.ts'
import { storeInTab, readFromTab } from '../../browser/storage.ts'
import type { Draft } from './use-draft.ts'

const keyOf = (userId: Uuid): string => `tocsin-workflow-${userId}`

/**
 * Stores a workflow draft in this browser tab, where it survives the end of the session. If `draft` is undefined,
 * deletes the stored draft.
 */
export const storeDraft = (userId: Uuid, draft: Draft | undefined): void => storeInTab(keyOf(userId), draft)

/** Returns the workflow draft that the user has stored in this browser tab; undefined if there is none. */
export const readDraft = (userId: Uuid): Draft | undefined => readFromTab(keyOf(userId)) as Draft | undefined
