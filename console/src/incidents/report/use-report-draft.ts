import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useEffect, useRef, useState } from 'react'
import { randomUuid } from '../../browser/random-uuid.ts'
import { enter, type Entered } from '../../incident-form/entries.ts'
import { isEmptyDraft, newDraft, readDraft, storeDraft, type Draft } from './stored-draft.ts'

export interface ReportDraft extends Draft {
  /** True if the draft existed when the page opened. */
  isRestored: boolean
  enter: (entered: Entered, revision: number) => void
  /** Blocks entries until `unlock`, since a report being sent must neither change nor be stored again. */
  lock: () => void
  /** Allows entries again after a failed attempt. */
  unlock: () => void
  /** Continues with the form of another revision. */
  follow: (revision: number) => void
  /** Starts another report with the same entries. */
  renew: () => void
  /** Starts an empty report. */
  discard: () => void
  /** Deletes the stored draft after it was sent. */
  forget: () => void
}

/** Draft of a user's report, stored in the browser until it is sent or discarded. */
export function useReportDraft(userId: Uuid): ReportDraft {
  const [stored] = useState(() => readDraft(userId))
  const [draft, setDraft] = useState(() => stored ?? newDraft())
  const [isRestored, setRestored] = useState(stored !== undefined && !isEmptyDraft(stored))
  // A ref, not state: a late position arrives through the closure of an earlier render.
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
