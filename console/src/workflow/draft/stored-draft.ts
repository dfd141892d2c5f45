import type { Uuid } from '@tocsin/contract/scalars.ts'
import { storeInTab, readFromTab } from '../../browser/storage.ts'
import type { Draft } from './use-draft.ts'

const keyOf = (userId: Uuid): string => `tocsin-workflow-${userId}`

/** Stores a draft in the tab, beyond the end of the session. Undefined deletes it. */
export const storeDraft = (userId: Uuid, draft: Draft | undefined): void => storeInTab(keyOf(userId), draft)

/** Returns the user's draft in this tab. */
export const readDraft = (userId: Uuid): Draft | undefined => readFromTab(keyOf(userId)) as Draft | undefined
