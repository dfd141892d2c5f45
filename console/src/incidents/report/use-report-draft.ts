import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useEffect, useRef, useState } from 'react'
import { randomUuid } from '../../browser/random-uuid.ts'
import { enter, type Entered } from '../../incident-form/entries.ts'
import { isEmptyDraft, newDraft, readDraft, storeDraft, type Draft } from './stored-draft.ts'

export interface ReportDraft extends Draft {
  /** It was there when the page was opened. */
  isRestored: boolean
  enter: (entered: Entered, revision: number) => void
  /** From now on nothing is entered, until `release`: what is being sent must not change, nor be kept again. */
  hold: () => void
  /** It was not taken: it can be changed again. */
  release: () => void
  /** Goes on with the form of another revision. */
  follow: (revision: number) => void
  /** Begins another report with the same entries. */
  renew: () => void
  /** Begins anew, without what was entered. */
  discard: () => void
  /** It has been sent: the browser need not keep it any longer. */
  forget: () => void
}

/** The report that a user has begun, kept by the browser until it is sent or discarded. */
export function useReportDraft(userId: Uuid): ReportDraft {
  const [stored] = useState(() => readDraft(userId))
  const [draft, setDraft] = useState(() => stored ?? newDraft())
  const [isRestored, setRestored] = useState(stored !== undefined && !isEmptyDraft(stored))
  // Not a state: a position that was asked for earlier comes through what was drawn then.
  const isHeld = useRef(false)
  useEffect(() => storeDraft(userId, draft), [userId, draft])

  return {
    ...draft,
    isRestored,
    enter(entered, revision) {
      if (isHeld.current) return
      setDraft((before) => ({
        ...before,
        revision: before.revision ?? revision,
        entries: enter(before.entries, entered),
      }))
    },
    hold() {
      isHeld.current = true
    },
    release() {
      isHeld.current = false
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
