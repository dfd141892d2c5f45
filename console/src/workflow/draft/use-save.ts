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
 * Saves the whole draft. After a conflict, merges the other user's changes into the draft and waits for the next save.
 * Edits made during a save stay in the draft, whether the save succeeds or fails.
 * @returns `theirChanges`, one sentence each, after a conflict.
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
      setTheirChanges(undefined)
      draft.rebase(sent.workflow, saved)
      notifications.show({ message: workflowTexts.saved })
    },
    onError: (error, { base }) => handleRejection(error, contentOf(base)),
  })

  async function handleRejection(refusal: Error, before: WorkflowContent): Promise<void> {
    if (!(refusal instanceof ApiProblem) || refusal.status !== 409) return
    // The explanation of the rejection needs current incident counts.
    const now = await queryClient.fetchQuery({ ...workflowQuery, staleTime: 0 }).catch(() => undefined)
    // If this read fails as well, the error stays, and the next save tries again.
    if (!now || refusal.code !== 'workflow_changed') return
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
