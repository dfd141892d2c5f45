import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { IncidentResponse, Priority } from '@tocsin/contract/api/incident.ts'
import type { EditIncident } from '@tocsin/contract/console/incident-change.ts'
import type { Instant, Uuid } from '@tocsin/contract/scalars.ts'
import { call } from '../../api/call.ts'
import { showProblem } from '../../kit/feedback/show-problem.tsx'
import { incidentDetailTexts as texts } from '../../texts/incident-detail.ts'
import { incidentQuery } from '../queries.ts'
import { useStoreAnswer } from '../use-store-answer.ts'

/** Gives an Incident to somebody, or with null to nobody. */
export const useAssign = (incidentId: Uuid) =>
  useChange(`/incidents/${incidentId}/assignee`, texts.assignFailed, (assigneeId: Uuid | null) => ({ assigneeId }))

/** Makes an Incident more urgent, or less. */
export const useSetPriority = (incidentId: Uuid) =>
  useChange(`/incidents/${incidentId}/priority`, texts.prioritizeFailed, (priority: Priority) => ({ priority }))

/** Changes the one thing that an address is for, whatever else of the Incident was changed meanwhile. */
function useChange<Value>(path: string, failed: string, bodyOf: (value: Value) => object) {
  const keep = useStoreAnswer()
  return useMutation({
    // Who changes their mind at once means the last choice: one is sent after the other.
    scope: { id: path },
    mutationFn: (value: Value) => call<IncidentResponse>('POST', path, { body: bodyOf(value) }),
    onSuccess: keep.changed,
    onError: (error) => showProblem(failed, error),
  })
}

interface Edit {
  edit: EditIncident
  /** The `lastModifiedAt` that it was made from. */
  seenAt: Instant
}

/** Edits an Incident, unless somebody else did since it was seen. */
export function useEdit(incidentId: Uuid) {
  const keep = useStoreAnswer()
  return useMutation({
    mutationFn: ({ edit, seenAt }: Edit) =>
      call<IncidentResponse>('PATCH', `/incidents/${incidentId}`, {
        body: edit,
        headers: { 'if-match': `"${seenAt}"` },
      }),
    onSuccess: keep.changed,
  })
}

/** Deletes an Incident. @param onDeleted leaves its page; what is gone is forgotten after that. */
export function useDeleteIncident(incidentId: Uuid, onDeleted: () => Promise<void>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call('DELETE', `/incidents/${incidentId}`),
    async onSuccess() {
      // First away from the page, which would otherwise look for what is gone.
      await onDeleted()
      queryClient.removeQueries({ queryKey: incidentQuery(incidentId).queryKey })
      await queryClient.invalidateQueries({ queryKey: ['incidents'] })
    },
    onError: (error) => showProblem(texts.delete.failed, error),
  })
}
