import { isUuid } from '@tocsin/contract/read-scalars.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { storeInBrowser, readFromBrowser } from '../../browser/storage.ts'
import { randomUuid } from '../../browser/random-uuid.ts'
import { knownEntries, type Entries } from '../../incident-form/entries.ts'

/** Unsent report. */
export interface Draft {
  /** The same for all attempts to send the report, so that it is created once. */
  clientRequestId: Uuid
  /** Revision that defines the form; undefined until a field is filled in. */
  revision: number | undefined
  entries: Entries
}

export const newDraft = (): Draft => ({ clientRequestId: randomUuid(), revision: undefined, entries: {} })

export const isEmptyDraft = ({ entries }: Draft): boolean => Object.keys(entries).length === 0

const keyOf = (userId: Uuid): string => `tocsin-report-${userId}`

/** Returns the user's draft in this browser, or undefined if there is none or it is unreadable. */
export const readDraft = (userId: Uuid): Draft | undefined => parseDraft(readFromBrowser(keyOf(userId)))

/** Stores the user's draft in this browser. Undefined deletes it. */
export const storeDraft = (userId: Uuid, draft: Draft | undefined): void =>
  storeInBrowser(keyOf(userId), draft && !isEmptyDraft(draft) ? draft : undefined)

/** Reads a stored draft. An earlier version of the console may have stored another shape. */
function parseDraft(stored: unknown): Draft | undefined {
  const { clientRequestId, revision, entries } = (stored ?? {}) as Partial<Record<keyof Draft, unknown>>
  if (typeof clientRequestId !== 'string' || !isUuid(clientRequestId)) return undefined
  if (typeof revision !== 'number' || typeof entries !== 'object' || entries === null) return undefined
  return { clientRequestId, revision, entries: knownEntries(entries) }
}
