import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { WorkflowState } from '@tocsin/contract/api/directory.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { call } from '../api/call.ts'
import { showProblem } from '../kit/feedback/show-problem.tsx'
import { incidentTexts } from '../texts/incidents.ts'
import { useStoreAnswer } from './use-store-answer.ts'

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

/** While there are any, what is read would take them back on the page; the last one has everything read. */
export const transitionsUnderWay = (queryClient: QueryClient): number => queryClient.isMutating({ mutationKey })

/** Moves Incidents to other states. */
export function useTransition({ onBegun, onMoved, onRefused }: TransitionEvents = {}) {
  const queryClient = useQueryClient()
  const { keep, refresh } = useStoreAnswer()
  return useMutation({
    mutationKey,
    mutationFn: ({ incident, toState }: Transition) =>
      call<IncidentResponse>('POST', `/incidents/${incident.id}/transition`, { body: { stateId: toState.id } }),
    onMutate: onBegun,
    onSuccess(moved, transition) {
      onMoved?.(transition)
      keep(moved)
    },
    onError(error, transition) {
      onRefused?.(transition)
      const { incident, toState } = transition
      showProblem(incidentTexts.moveFailed(incidentTexts.nameOf(incident), toState.name), error)
    },
    // After a refusal too: somebody was quicker, or the workflow was changed. The last one reads.
    onSettled() {
      if (transitionsUnderWay(queryClient) === 1) void refresh()
    },
  })
}
