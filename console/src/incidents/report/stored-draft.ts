import { isUuid } from '@tocsin/contract/read-scalars.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { storeInBrowser, readFromBrowser } from '../../browser/storage.ts'
import { randomUuid } from '../../browser/random-uuid.ts'
import { knownEntries, type Entries } from '../../incident-form/entries.ts'

/** Report that has not been sent yet. */
export interface Draft {
  /** Id that all attempts to send the report share, so that the server creates the incident only once. */
  clientRequestId: Uuid
  /** Configuration revision that defines the form; undefined until the user fills in a field. */
  revision: number | undefined
  entries: Entries
  /**
   * Search parameters of the URL that were entered into the form. After a reload with the same parameters, they are not
   * entered again.
   */
  from?: string | undefined
}

/** Makes a draft that starts with these entries. */
export const newDraft = ({ from, entries }: Pick<Draft, 'from' | 'entries'>): Draft => ({
  clientRequestId: randomUuid(),
  revision: undefined,
  entries,
  from,
})

/** Returns true until the user has entered something or has chosen a file. */
export const isEmptyDraft = ({ revision }: Draft): boolean => revision === undefined

const keyOf = (userId: Uuid): string => `tocsin-report-${userId}`

/** Returns the user's draft that is stored in this browser; undefined if there is none or it is unreadable. */
export const readDraft = (userId: Uuid): Draft | undefined => parseDraft(readFromBrowser(keyOf(userId)))

/** Stores the user's draft in this browser. If `draft` is undefined or empty, deletes the stored draft. */
export const storeDraft = (userId: Uuid, draft: Draft | undefined): void =>
  storeInBrowser(keyOf(userId), draft && !isEmptyDraft(draft) ? draft : undefined)

/** Parses a stored draft. Returns undefined for other data, which an earlier version of the console may have stored. */
function parseDraft(stored: unknown): Draft | undefined {
  const { clientRequestId, revision, entries, from } = (stored ?? {}) as Partial<Record<keyof Draft, unknown>>
  if (typeof clientRequestId !== 'string' || !isUuid(clientRequestId)) return undefined
  if (typeof revision !== 'number' || typeof entries !== 'object' || entries === null) return undefined
  return { clientRequestId, revision, entries: knownEntries(entries), ...(typeof from === 'string' && { from }) }
}
