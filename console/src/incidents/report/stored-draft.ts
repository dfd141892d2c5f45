import { isUuid } from '@tocsin/contract/read-scalars.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { storeInBrowser, readFromBrowser } from '../../browser/storage.ts'
import { randomUuid } from '../../browser/random-uuid.ts'
import { knownEntries, type Entries } from '../../incident-form/entries.ts'

/** A report that somebody has begun. */
export interface Draft {
  /** Stays with the report through every attempt to send it, so that none is created twice. */
  clientRequestId: Uuid
  /** The revision of the configuration that its form is drawn from; undefined until something was entered. */
  revision: number | undefined
  entries: Entries
}

export const newDraft = (): Draft => ({ clientRequestId: randomUuid(), revision: undefined, entries: {} })

export const isEmptyDraft = ({ entries }: Draft): boolean => Object.keys(entries).length === 0

const keyOf = (userId: Uuid): string => `tocsin-report-${userId}`

/** The draft that this browser keeps for a user; undefined where there is none that can be read. */
export const readDraft = (userId: Uuid): Draft | undefined => parseDraft(readFromBrowser(keyOf(userId)))

/** Keeps a draft for the next time this browser shows the form to this user; an empty one is forgotten. */
export const storeDraft = (userId: Uuid, draft: Draft | undefined): void =>
  storeInBrowser(keyOf(userId), draft && !isEmptyDraft(draft) ? draft : undefined)

/** What an earlier version of the console left may look otherwise. */
function parseDraft(stored: unknown): Draft | undefined {
  const { clientRequestId, revision, entries } = (stored ?? {}) as Partial<Record<keyof Draft, unknown>>
  if (typeof clientRequestId !== 'string' || !isUuid(clientRequestId)) return undefined
  if (typeof revision !== 'number' || typeof entries !== 'object' || entries === null) return undefined
  return { clientRequestId, revision, entries: knownEntries(entries) }
}
