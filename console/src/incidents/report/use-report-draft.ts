import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useEffect, useRef, useState } from 'react'
import { randomUuid } from '../../browser/random-uuid.ts'
import { enter, type Entered } from '../../incident-form/entries.ts'
import { newDraft, readDraft, storeDraft, type Draft } from './stored-draft.ts'
import type { Prefill } from './use-prefill.ts'

export interface ReportDraft extends Draft {
  /** True if the draft was already stored when the page opened. */
  isRestored: boolean
  enter: (entered: Entered, revision: number) => void
  /** Begins the report with this configuration revision, unless the report has already begun. */
  begin: (revision: number) => void
  /**
   * Ignores entries until `unlock`, because a report that is being sent must not change and must not be stored again.
   */
  lock: () => void
  /** Accepts entries again, after an attempt to send has failed. */
  unlock: () => void
  /** Continues the report with the form of another configuration revision. */
  follow: (revision: number) => void
  /** Turns the draft into another report with the same entries, but with a new `clientRequestId`. */
  renew: () => void
  /** Discards all entries and starts an empty report. */
  discard: () => void
  /** Deletes the stored draft after the report was sent. */
  forget: () => void
}

/**
 * Returns the draft of a user's report and functions to change it. The browser stores the draft until it is sent or
 * discarded.
 * @param prefill entries of a new draft. A place or type in the URL also replaces the place or type of a stored draft.
 */
export function useReportDraft(userId: Uuid, prefill: Prefill): ReportDraft {
  const [stored] = useState(() => readDraft(userId))
  const [draft, setDraft] = useState(() => (stored ? continueDraft(stored, prefill) : newDraft(prefill)))
  const [isRestored, setRestored] = useState(stored !== undefined)
  // Use a ref instead of state: a late position of the device calls `enter` of an earlier render, which would see old
  // state.
  const isLocked = useRef(false)
  useEffect(() => storeDraft(userId, draft), [userId, draft])

  return {
    ...draft,
    isRestored,
    enter(entered, revision) {
      if (isLocked.current) return
      setDraft((before) => ({
        ...before,
        revision: before.revision ?? revision,
        entries: enter(before.entries, entered),
      }))
    },
    begin: (revision) => setDraft((before) => ({ ...before, revision: before.revision ?? revision })),
    lock() {
      isLocked.current = true
    },
    unlock() {
      isLocked.current = false
    },
    follow: (revision) => setDraft((before) => ({ ...before, revision })),
    renew: () => setDraft((before) => ({ ...before, clientRequestId: randomUuid() })),
    discard() {
      setRestored(false)
      setDraft(newDraft(prefill))
    },
    forget: () => storeDraft(userId, undefined),
  }
}

/**
 * Enters the place or the type from the page's URL into a stored draft. Does nothing if the draft already has them from
 * the same URL.
 */
const continueDraft = (stored: Draft, { from, entries }: Prefill): Draft =>
  from === undefined || from === stored.from ? stored : { ...stored, from, entries: enter(stored.entries, entries) }
