import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { WorkflowState } from '@tocsin/contract/api/directory.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { call } from '../api/call.ts'
import { showProblem } from '../kit/feedback/show-problem.tsx'
import { incidentTexts } from '../texts/incidents.ts'
import { useStoreResponse } from './use-store-response.ts'
import { useUndo } from './use-undo.ts'

interface Transition {
  incident: IncidentResponse
  toState: WorkflowState
}

/**
 * Callbacks for each transition. Pages pass these callbacks to `useTransition`, not to `mutate`: TanStack Query runs
 * the callbacks of `mutate` only for the latest of several calls.
 */
interface TransitionEvents {
  onBegun?: (transition: Transition) => Promise<void>
  onMoved?: (transition: Transition) => void
  onRejected?: (transition: Transition) => void
}

const mutationKey = ['incidents', 'transition']

/**
 * Returns the number of pending transitions. Do not reload incidents while a transition is pending: the loaded data may
 * be older than the transition and would undo it on the page.
 */
export const transitionsUnderWay = (queryClient: QueryClient): number => queryClient.isMutating({ mutationKey })

export function useTransition({ onBegun, onMoved, onRejected }: TransitionEvents = {}) {
  const queryClient = useQueryClient()
  const { store, refresh } = useStoreResponse()
  const { offerUndo } = useUndo()
  return useMutation({
    mutationKey,
    mutationFn: ({ incident, toState }: Transition) =>
      call<IncidentResponse>('PATCH', `/incidents/${incident.id}`, { body: { stateId: toState.id } }),
    onMutate: onBegun,
    onSuccess(moved, transition) {
      onMoved?.(transition)
      store(moved)
      const { incident: before, toState } = transition
      const former = { stateId: before.stateId }
      // Offer no undo if the workflow has no transition back.
      const isAllowed = toState.nextStateIds.includes(before.stateId)
      offerUndo(incidentTexts.movedTo(toState.name), { before, after: moved, former }, isAllowed)
    },
    onError(error, transition) {
      onRejected?.(transition)
      const { incident, toState } = transition
      showProblem(incidentTexts.moveFailed(incidentTexts.nameOf(incident), toState.name), error)
    },
    // Reload after a failure too, because the incident or the workflow may have changed. Reload only after the last
    // pending transition, because an earlier reload would undo the other pending transitions on the page.
    onSettled() {
      if (transitionsUnderWay(queryClient) === 1) void refresh()
    },
  })
}
