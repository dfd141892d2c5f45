import type { Workflow, WorkflowContent } from '@tocsin/contract/console/workflow.ts'
import { useEffect, useState } from 'react'
import { useSession } from '../../sessions/session.ts'
import { contentOf, isSameWorkflow } from '../content.ts'
import type { Edit } from './edit.ts'
import { mergeWorkflows } from './merge.ts'
import { readDraft, storeDraft } from './stored-draft.ts'

export interface Draft {
  /** What was read when editing began; a draft is saved on top of it, or not at all. */
  base: Workflow
  workflow: WorkflowContent
}

/**
 * The workflow as it is being edited, kept until it is saved or discarded; while nothing differs, it follows what is read.
 */
export function useDraft(current: Workflow) {
  const { user } = useSession()
  const [draft, setDraft] = useState(() => readDraft(user.id))
  const isDirty = draft !== undefined && differs(draft)
  useEffect(() => storeDraft(user.id, isDirty ? draft : undefined), [user.id, isDirty, draft])
  const base = isDirty ? draft.base : current
  return {
    base,
    workflow: isDirty ? draft.workflow : contentOf(current),
    isDirty,
    edit: (edit: Edit) =>
      setDraft((before) => {
        // Several edits may come before the next drawing.
        const begun = before && differs(before) ? before : undefined
        return { base: begun?.base ?? current, workflow: edit(begun?.workflow ?? contentOf(current)) }
      }),
    /** Goes on from what is stored by now: what differs from the workflow that was sent or read before is kept. */
    rebase: (known: WorkflowContent, onto: Workflow) =>
      setDraft((before) => before && { base: onto, workflow: mergeWorkflows(known, before.workflow, contentOf(onto)) }),
    discard: () => setDraft(undefined),
  }
}

/** From what it was begun on. */
const differs = ({ base, workflow }: Draft): boolean => !isSameWorkflow(workflow, contentOf(base))

export type DraftState = ReturnType<typeof useDraft>
