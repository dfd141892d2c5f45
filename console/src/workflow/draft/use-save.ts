import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Workflow, WorkflowContent } from '@tocsin/contract/console/workflow.ts'
import { useState } from 'react'
import { ApiProblem } from '../../api/api-problem.ts'
import { call } from '../../api/call.ts'
import { workflowTexts } from '../../texts/workflow.ts'
import { contentOf } from '../content.ts'
import { describeChanges } from './describe-changes.ts'
import { workflowQuery } from '../queries.ts'
import type { Draft, DraftState } from './use-draft.ts'

/**
 * Saves the whole draft of the workflow. After a conflict, the changes of the other user are merged into the draft, and
 * the user has to save again. Edits made during a save stay in the draft, even if the save fails.
 * @returns functions and the state of the save. After a conflict, `theirChanges` contains one sentence for each change
 *   of the other user.
 */
export function useSave(draft: DraftState) {
  const queryClient = useQueryClient()
  const [theirChanges, setTheirChanges] = useState<string[]>()
  const save = useMutation({
    mutationFn: ({ base, workflow }: Draft) =>
      call<Workflow>('PUT', '/workflow', { body: { version: base.version, ...withTidyNames(workflow) } }),
    onSuccess: (saved, sent) => {
      queryClient.setQueryData(workflowQuery.queryKey, saved)
      void queryClient.invalidateQueries({ queryKey: ['workflow'] })
      // The saved workflow decides which incidents are open, and most views count only these.
      void queryClient.invalidateQueries({ queryKey: ['view-counts'] })
      setTheirChanges(undefined)
      draft.rebase(sent.workflow, saved)
      notifications.show({ message: workflowTexts.saved })
    },
    onError: (error, { base }) => handleRejection(error, contentOf(base)),
  })

  async function handleRejection(rejection: Error, before: WorkflowContent): Promise<void> {
    if (!(rejection instanceof ApiProblem) || rejection.status !== 409) return
    // Read the workflow again, because the alert about the rejection shows current numbers of incidents.
    const now = await queryClient.fetchQuery({ ...workflowQuery, staleTime: 0 }).catch(() => undefined)
    // If the workflow cannot be read, the error of the save stays visible, and the user can save again.
    if (!now || rejection.code !== 'workflow_changed') return
    setTheirChanges(describeChanges(before, contentOf(now)))
    draft.rebase(before, now)
    save.reset()
  }

  return {
    save: () => save.mutate({ base: draft.base, workflow: draft.workflow }),
    isPending: save.isPending,
    error: save.error,
    theirChanges,
    forget() {
      setTheirChanges(undefined)
      save.reset()
    },
  }
}

const withTidyNames = (workflow: WorkflowContent): WorkflowContent => ({
  ...workflow,
  states: workflow.states.map((state) => ({ ...state, name: state.name.trim() })),
})
