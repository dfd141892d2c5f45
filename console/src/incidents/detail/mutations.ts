import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { IncidentResponse } from '@tocsin/contract/incident.ts'
import type { EditIncident } from '@tocsin/contract/incident-change.ts'
import type { Instant, Uuid } from '@tocsin/contract/scalars.ts'
import { call } from '../../api/call.ts'
import { showProblem } from '../../frame/show-problem.tsx'
import { incidentQuery } from '../queries.ts'

/** Moves an Incident to another state. */
export function useTransition(incidentId: Uuid) {
  const keep = useKeepAnswer(incidentId)
  return useMutation({
    mutationFn: (stateId: Uuid) =>
      call<IncidentResponse>('POST', `/incidents/${incidentId}/transition`, { body: { stateId } }),
    onSuccess: keep.changed,
    onError(error) {
      showProblem(error)
      // Somebody was quicker, or the workflow was changed.
      return keep.refresh()
    },
  })
}

/** Gives an Incident to somebody, or with null to nobody. */
export function useAssign(incidentId: Uuid) {
  const keep = useKeepAnswer(incidentId)
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
  const keep = useKeepAnswer(incidentId)
  return useMutation({
    mutationFn: ({ edit, seenAt }: Edit) =>
      call<IncidentResponse>('PATCH', `/incidents/${incidentId}`, {
        body: edit,
        headers: { 'if-match': `"${seenAt}"` },
      }),
    onSuccess: keep.changed,
  })
}

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

/** The answer to a change is the Incident as it now stands; the rest is read again. */
function useKeepAnswer(incidentId: Uuid) {
  const queryClient = useQueryClient()
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['incidents'] }),
      queryClient.invalidateQueries({ queryKey: ['workflow'] }),
    ])
  return {
    refresh,
    changed(incident: IncidentResponse) {
      queryClient.setQueryData(incidentQuery(incidentId).queryKey, incident)
      void refresh()
    },
  }
}
