import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { PatchIncident } from '@tocsin/contract/api/incident-change.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { call } from '../../api/call.ts'
import { showProblem } from '../../kit/feedback/show-problem.tsx'
import { incidentDetailTexts as texts } from '../../texts/incident-detail.ts'
import { incidentQuery } from '../queries.ts'
import { useStoreResponse } from '../use-store-response.ts'

interface Edit {
  patch: PatchIncident
  /** Version of the incident on which the user's edit is based. */
  version: number
}

/**
 * Returns a mutation that edits the incident. The server rejects the edit if the incident has changed since the version
 * that the user edited.
 */
export function useEdit(incidentId: Uuid) {
  const store = useStoreResponse()
  return useMutation({
    mutationFn: ({ patch, version }: Edit) =>
      call<IncidentResponse>('PATCH', `/incidents/${incidentId}`, {
        body: patch,
        headers: { 'if-match': `"${version}"` },
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
