import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { WorkflowState } from '@tocsin/contract/directory.ts'
import type { IncidentResponse } from '@tocsin/contract/incident.ts'
import { call } from '../api/call.ts'
import { showProblem } from '../frame/show-problem.tsx'
import { useKeepAnswer } from './use-keep-answer.ts'

interface Transition {
  incident: IncidentResponse
  toState: WorkflowState
}

/** What a page does besides. Not beside `mutate`, which tells only of the latest of several. */
interface TransitionEvents {
  onBegun?: (transition: Transition) => Promise<void>
  onMoved?: (transition: Transition) => void
  onRefused?: (transition: Transition) => void
}

const mutationKey = ['incidents', 'transition']

/** Moves Incidents to other states. */
export function useTransition({ onBegun, onMoved, onRefused }: TransitionEvents = {}) {
  const queryClient = useQueryClient()
  const keep = useKeepAnswer()
  return useMutation({
    mutationKey,
    mutationFn: ({ incident, toState }: Transition) =>
      call<IncidentResponse>('POST', `/incidents/${incident.id}/transition`, { body: { stateId: toState.id } }),
    onMutate: onBegun,
    onSuccess(moved, transition) {
      onMoved?.(transition)
      keep.changed(moved)
    },
    onError(error, transition) {
      onRefused?.(transition)
      showProblem(error)
      // Somebody was quicker, or the workflow was changed. While another move is made, what is read would take it back on
      // the page: the last one reads.
      return queryClient.isMutating({ mutationKey }) === 1 ? keep.refresh() : undefined
    },
  })
}
