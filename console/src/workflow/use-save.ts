import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ChangeWorkflow, Workflow } from '@tocsin/contract/workflow.ts'
import { useState } from 'react'
import { ApiProblem } from '../api/api-problem.ts'
import { call } from '../api/call.ts'
import { workflowTexts } from '../texts/workflow.ts'
import { describeChanges } from './describe-changes.ts'
import { mergePictures } from './merge.ts'
import { pictureOf } from './picture.ts'
import { workflowQuery } from './queries.ts'
import type { DraftState } from './use-draft.ts'

/**
 * Saves the draft whole. When somebody else was faster, their changes become part of it, and it waits to be saved again.
 * @returns `theirChanges`, a sentence each, after such a conflict.
 */
export function useSave(draft: DraftState) {
  const queryClient = useQueryClient()
  const [theirChanges, setTheirChanges] = useState<string[]>()
  const save = useMutation({
    mutationFn: (body: ChangeWorkflow) => call<Workflow>('PUT', '/workflow', { body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(workflowQuery.queryKey, saved)
      void queryClient.invalidateQueries({ queryKey: ['workflow'] })
      setTheirChanges(undefined)
      draft.discard()
      notifications.show({ message: workflowTexts.saved })
    },
    onError: async (error) => {
      if (!(error instanceof ApiProblem) || error.status !== 409) return
      // What is told of the refusal needs the counts of now.
      const theirs = await queryClient.fetchQuery({ ...workflowQuery, staleTime: 0 })
      if (error.code === 'workflow_changed') join(theirs)
    },
  })

  const join = (theirs: Workflow) => {
    const [before, after] = [pictureOf(draft.base), pictureOf(theirs)]
    setTheirChanges(describeChanges(before, after))
    draft.replace({ base: theirs, picture: mergePictures(before, draft.picture, after) })
    save.reset()
  }

  return {
    save: () => {
      const states = draft.picture.states.map((state) => ({ ...state, name: state.name.trim() }))
      save.mutate({ version: draft.base.version, ...draft.picture, states })
    },
    isPending: save.isPending,
    error: save.error,
    theirChanges,
    forget() {
      setTheirChanges(undefined)
      save.reset()
    },
  }
}
