import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { IncidentResponse } from '@tocsin/contract/incident.ts'
import type { EditIncident } from '@tocsin/contract/incident-change.ts'
import type { Instant, Uuid } from '@tocsin/contract/scalars.ts'
import { call } from '../../api/call.ts'
import { showProblem } from '../../frame/show-problem.tsx'
import { incidentQuery } from '../queries.ts'
import { useKeepAnswer } from '../use-keep-answer.ts'

/** Gives an Incident to somebody, or with null to nobody. */
export function useAssign(incidentId: Uuid) {
  const keep = useKeepAnswer()
  return useMutation({
    mutationFn: (assigneeId: Uuid | null) =>
      call<IncidentResponse>('POST', `/incidents/${incidentId}/assignee`, { body: { assigneeId } }),
    onSuccess: keep.changed,
    onError: showProblem,
  })
}

interface Edit {
  edit: EditIncident
  /** The `lastModifiedAt` that it was made from. */
  seenAt: Instant
}

/** Edits an Incident, unless somebody else did since it was seen. */
export function useEdit(incidentId: Uuid) {
  const keep = useKeepAnswer()
  return useMutation({
    mutationFn: ({ edit, seenAt }: Edit) =>
      call<IncidentResponse>('PATCH', `/incidents/${incidentId}`, {
        body: edit,
        headers: { 'if-match': `"${seenAt}"` },
      }),
    onSuccess: keep.changed,
  })
}

/** Deletes an Incident. @param onRemoved leaves its page; what is gone is forgotten after that. */
export function useRemoveIncident(incidentId: Uuid, onRemoved: () => Promise<void>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call('DELETE', `/incidents/${incidentId}`),
    async onSuccess() {
      // First away from the page, which would otherwise look for what is gone.
      await onRemoved()
      queryClient.removeQueries({ queryKey: incidentQuery(incidentId).queryKey })
      await queryClient.invalidateQueries({ queryKey: ['incidents'] })
    },
    onError: showProblem,
  })
}
