import type { Workflow, WorkflowContent } from '@tocsin/contract/console/workflow.ts'
import { useEffect, useState } from 'react'
import { useSession } from '../../sessions/session.ts'
import { contentOf, isSameWorkflow } from '../content.ts'
import type { Edit } from './edit.ts'
import { mergeWorkflows } from './merge.ts'
import { readDraft, storeDraft } from './stored-draft.ts'

export interface Draft {
  /** Workflow read when editing started. The draft is saved only if it is still current. */
  base: Workflow
  workflow: WorkflowContent
}

/** Workflow being edited, stored in the tab until it is saved or discarded. Without changes it follows the server. */
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
        // Several edits may happen before the next render.
        const begun = before && differs(before) ? before : undefined
        return { base: begun?.base ?? current, workflow: edit(begun?.workflow ?? contentOf(current)) }
      }),
    /** Moves the draft onto the stored version. Keeps its differences from the workflow last sent or read. */
    rebase: (known: WorkflowContent, onto: Workflow) =>
      setDraft((before) => before && { base: onto, workflow: mergeWorkflows(known, before.workflow, contentOf(onto)) }),
    discard: () => setDraft(undefined),
  }
}

/** Returns true if the draft differs from its base. */
const differs = ({ base, workflow }: Draft): boolean => !isSameWorkflow(workflow, contentOf(base))

export type DraftState = ReturnType<typeof useDraft>
