import type { Workflow, WorkflowContent } from '@tocsin/contract/console/workflow.ts'
import { useEffect, useState } from 'react'
import { useSession } from '../../sessions/session.ts'
import { contentOf, isSameWorkflow } from '../content.ts'
import type { Edit } from './edit.ts'
import { mergeWorkflows } from './merge.ts'
import { readDraft, storeDraft } from './stored-draft.ts'

export interface Draft {
  /** Stored workflow on which the draft is based. The server saves the draft only if this version is still current. */
  base: Workflow
  workflow: WorkflowContent
}

/**
 * State of the workflow editor. A draft with changes is stored in the browser tab until it is saved or discarded.
 * Without changes, the editor shows the workflow `current` from the server.
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
        // Apply the edit to the latest draft, because several edits may happen before the next render.
        const begun = before && differs(before) ? before : undefined
        return { base: begun?.base ?? current, workflow: edit(begun?.workflow ?? contentOf(current)) }
      }),
    /**
     * Applies the user's changes to the newly stored workflow `onto`, which becomes the new base of the draft. The
     * user's changes are the differences between `known` and the draft.
     * @param known workflow that this page last sent to the server or read from it.
     */
    rebase: (known: WorkflowContent, onto: Workflow) =>
      setDraft((before) => before && { base: onto, workflow: mergeWorkflows(known, before.workflow, contentOf(onto)) }),
    discard: () => setDraft(undefined),
  }
}

/** Returns true if the draft differs from the workflow on which it is based. */
const differs = ({ base, workflow }: Draft): boolean => !isSameWorkflow(workflow, contentOf(base))

export type DraftState = ReturnType<typeof useDraft>
