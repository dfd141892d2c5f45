import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { IncidentResponse, Priority } from '@tocsin/contract/api/incident.ts'
import type { EditIncident } from '@tocsin/contract/console/incident-change.ts'
import type { Instant, Uuid } from '@tocsin/contract/scalars.ts'
import { call } from '../../api/call.ts'
import { showProblem } from '../../kit/feedback/show-problem.tsx'
import { incidentDetailTexts as texts } from '../../texts/incident-detail.ts'
import { incidentQuery } from '../queries.ts'
import { useStoreAnswer } from '../use-store-answer.ts'

/** Assigns the incident to a user, or to nobody with null. */
export const useAssign = (incidentId: Uuid) =>
  useChange(`/incidents/${incidentId}/assignee`, texts.assignFailed, (assigneeId: Uuid | null) => ({ assigneeId }))

/** Changes the priority of the incident. */
export const useSetPriority = (incidentId: Uuid) =>
  useChange(`/incidents/${incidentId}/priority`, texts.prioritizeFailed, (priority: Priority) => ({ priority }))

/** Changes one field at its own address, regardless of changes of other fields. */
function useChange<Value>(path: string, failed: string, bodyOf: (value: Value) => object) {
  const store = useStoreAnswer()
  return useMutation({
    // Send changes one after another, so that the last choice wins.
    scope: { id: path },
    mutationFn: (value: Value) => call<IncidentResponse>('POST', path, { body: bodyOf(value) }),
    onSuccess: store.changed,
    onError: (error) => showProblem(failed, error),
  })
}

interface Edit {
  edit: EditIncident
  /** `lastModifiedAt` of the version that the edit is based on. */
  seenAt: Instant
}

/** Edits the incident, unless another user changed it since `seenAt`. */
export function useEdit(incidentId: Uuid) {
  const store = useStoreAnswer()
  return useMutation({
    mutationFn: ({ edit, seenAt }: Edit) =>
      call<IncidentResponse>('PATCH', `/incidents/${incidentId}`, {
        body: edit,
        headers: { 'if-match': `"${seenAt}"` },
      }),
    onSuccess: store.changed,
  })
}

/** Deletes the incident. @param onDeleted leaves its page. The cache entry is removed afterwards. */
export function useDeleteIncident(incidentId: Uuid, onDeleted: () => Promise<void>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call('DELETE', `/incidents/${incidentId}`),
    async onSuccess() {
      // Leave the page first, since it would otherwise reload the deleted incident.
      await onDeleted()
      queryClient.removeQueries({ queryKey: incidentQuery(incidentId).queryKey })
      await queryClient.invalidateQueries({ queryKey: ['incidents'] })
    },
    onError: (error) => showProblem(texts.delete.failed, error),
  })
}
