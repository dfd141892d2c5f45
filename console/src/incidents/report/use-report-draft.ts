import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useEffect, useRef, useState } from 'react'
import { randomUuid } from '../../browser/random-uuid.ts'
import { enter, type Entered } from '../../incident-form/entries.ts'
import { isEmptyDraft, newDraft, readDraft, storeDraft, type Draft } from './stored-draft.ts'

export interface ReportDraft extends Draft {
  /** True if the draft was already stored when the page opened. */
  isRestored: boolean
  enter: (entered: Entered, revision: number) => void
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
 */
export function useReportDraft(userId: Uuid): ReportDraft {
  const [stored] = useState(() => readDraft(userId))
  const [draft, setDraft] = useState(() => stored ?? newDraft())
  const [isRestored, setRestored] = useState(stored !== undefined && !isEmptyDraft(stored))
  // Use a ref instead of state: the device's position may arrive late and call `enter` of an earlier render, which
  // would see old state.
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
      setDraft(newDraft())
    },
    forget: () => storeDraft(userId, undefined),
  }
}
