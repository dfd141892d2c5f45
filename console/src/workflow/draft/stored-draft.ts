import type { Uuid } from '@tocsin/contract/scalars.ts'
import { storeInTab, readFromTab } from '../../browser/storage.ts'
import type { Draft } from './use-draft.ts'

const keyOf = (userId: Uuid): string => `tocsin-workflow-${userId}`

/** Keeps a draft for this tab until it is saved or discarded, also when the session ends before; undefined is forgotten. */
export const storeDraft = (userId: Uuid, draft: Draft | undefined): void => storeInTab(keyOf(userId), draft)

/** The draft that this tab keeps for a user. */
export const readDraft = (userId: Uuid): Draft | undefined => readFromTab(keyOf(userId)) as Draft | undefined
