import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { IncidentResponse, Priority } from '@tocsin/contract/api/incident.ts'
import type { EditIncident } from '@tocsin/contract/console/incident-change.ts'
import type { Instant, Uuid } from '@tocsin/contract/scalars.ts'
import { call } from '../../api/call.ts'
import { showProblem } from '../../kit/feedback/show-problem.tsx'
import { incidentDetailTexts as texts } from '../../texts/incident-detail.ts'
import { incidentQuery } from '../queries.ts'
import { useStoreAnswer } from '../use-store-answer.ts'

/** Returns a mutation that assigns the incident to a user. A null id leaves the incident without an assignee. */
export const useAssign = (incidentId: Uuid) =>
  useChange(`/incidents/${incidentId}/assignee`, texts.assignFailed, (assigneeId: Uuid | null) => ({ assigneeId }))

export const useSetPriority = (incidentId: Uuid) =>
  useChange(`/incidents/${incidentId}/priority`, texts.prioritizeFailed, (priority: Priority) => ({ priority }))

/**
 * Returns a mutation that changes one field through the API operation for this field. The change does not conflict with
 * changes of other fields.
 */
function useChange<Value>(path: string, failed: string, bodyOf: (value: Value) => object) {
  const store = useStoreAnswer()
  return useMutation({
    // Send the changes of a field one after another, so that the user's last choice wins.
    scope: { id: path },
    mutationFn: (value: Value) => call<IncidentResponse>('POST', path, { body: bodyOf(value) }),
    onSuccess: store.changed,
    onError: (error) => showProblem(failed, error),
  })
}

interface Edit {
  edit: EditIncident
  /** `lastModifiedAt` of the incident version that the user has edited. */
  seenAt: Instant
}

/**
 * Returns a mutation that edits the incident. The server rejects the edit if the incident was changed after `seenAt`.
 */
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

/** Returns a mutation that deletes the incident. @param onDeleted leaves the page of the deleted incident. */
export function useDeleteIncident(incidentId: Uuid, onDeleted: () => Promise<void>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call('DELETE', `/incidents/${incidentId}`),
    async onSuccess() {
      // Leave the page before removing the cache entry, because the page would otherwise try to load the deleted
      // incident.
      await onDeleted()
      queryClient.removeQueries({ queryKey: incidentQuery(incidentId).queryKey })
      await queryClient.invalidateQueries({ queryKey: ['incidents'] })
    },
    onError: (error) => showProblem(texts.delete.failed, error),
  })
}
