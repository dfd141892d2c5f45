import type { Workflow, WorkflowContent } from '@tocsin/contract/workflow.ts'
import { useState } from 'react'
import { contentOf, isSameWorkflow } from './content.ts'
import type { Edit } from './edit.ts'
import { mergeWorkflows } from './merge.ts'

export interface Draft {
  /** What was read when editing began; a draft is saved on top of it, or not at all. */
  base: Workflow
  workflow: WorkflowContent
}

/** The workflow as it is being edited; while nothing differs, it follows what is read. */
export function useDraft(current: Workflow) {
  const [draft, setDraft] = useState<Draft>()
  const isDirty = draft !== undefined && !isSameWorkflow(draft.workflow, contentOf(draft.base))
  const base = isDirty ? draft.base : current
  return {
    base,
    workflow: isDirty ? draft.workflow : contentOf(current),
    isDirty,
    edit: (edit: Edit) =>
      setDraft((before) => {
        // Several edits may come before the next drawing.
        const begun = before && !isSameWorkflow(before.workflow, contentOf(before.base)) ? before : undefined
        return { base: begun?.base ?? current, workflow: edit(begun?.workflow ?? contentOf(current)) }
      }),
    /** Goes on from what is stored by now: what differs from the workflow that was sent or read before is kept. */
    rebase: (known: WorkflowContent, onto: Workflow) =>
      setDraft((before) => before && { base: onto, workflow: mergeWorkflows(known, before.workflow, contentOf(onto)) }),
    discard: () => setDraft(undefined),
  }
}

export type DraftState = ReturnType<typeof useDraft>
